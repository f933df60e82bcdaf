#pragma once

/** A circular buffer that grows, and an iterator that removes: UnboundedFifoBuffer of STAR's paper (ACC-53), from its description. */
class FifoBuffer {
 public:
  class Iterator {
   public:
    int next() { return buffer_->slot(last_ = next_index()); }
    void remove();

   private:
    friend class FifoBuffer;
    explicit Iterator(FifoBuffer* buffer) : buffer_(buffer), index_(buffer->head_) {}
    int next_index();

    FifoBuffer* buffer_;
    int index_, last_ = -1;
  };

  explicit FifoBuffer(int size) : buffer_(new int[size + 1]), length_(size + 1) {}
  FifoBuffer(const FifoBuffer&) = delete;
  FifoBuffer& operator=(const FifoBuffer&) = delete;
  ~FifoBuffer() { delete[] buffer_; }

  int size() const { return tail_ < head_ ? length_ - head_ + tail_ : tail_ - head_; }
  void add(int element);
  int remove();
  Iterator iterator() { return Iterator(this); }

 private:
  int& slot(int index);
  int after(int index) const { return index + 1 >= length_ ? 0 : index + 1; }
  void grow();

  int* buffer_;
  int length_, head_ = 0, tail_ = 0;
};
