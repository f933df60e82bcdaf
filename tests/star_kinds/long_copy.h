#pragma once
#include <stddef.h>

#include <string>

/// Copies `name` into a record of eight bytes and returns its first character.
char store_name(const char* name);

/// Copies `length` bytes, at most 255, of `data`.
char store_bytes(const char* data, unsigned char length);

class Buffer {
 public:
  explicit Buffer(size_t size);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  void append(const std::string& text);

 private:
  char* bytes_;
  size_t size_;
  size_t used_ = 0;
};

/// Joins two words by a space.
size_t join(const char* left, const char* right);

class Title {
 public:
  void set(const std::string& text);
  char initial() const;

 private:
  std::string text_;
};
