#pragma once

#include <memory>
#include <new>
#include <string>
#include <utility>

/// Lines of text in one block of memory.
class Lines {
 public:
  Lines() = default;
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines() { release(); }

  const std::string& at(std::size_t index) const { return block_[index]; }
  std::size_t size() const { return size_; }

  void add(const std::string& line) {
    if (size_ == capacity_) grow();
    ::new (block_ + size_) std::string(line);
    ++size_;
  }

 private:
  void grow() {
    const std::size_t capacity = capacity_ + 1;
    auto* block = static_cast<std::string*>(::operator new(capacity * sizeof(std::string)));
    for (std::size_t i = 0; i < size_; ++i) ::new (block + i) std::string(std::move(block_[i]));
    const std::size_t size = size_;
    release();
    block_ = block;
    size_ = size;
    capacity_ = capacity;
  }
  void release() {
    std::destroy_n(block_, size_);
    ::operator delete(block_);
  }

  std::string* block_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};
