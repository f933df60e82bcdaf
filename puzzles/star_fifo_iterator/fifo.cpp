#include "fifo.h"

#include <stdexcept>

int& FifoBuffer::slot(int index) {
  if (index < 0 || index >= length_) throw std::out_of_range("no such slot");
  return buffer_[index];
}

void FifoBuffer::grow() {
  const int count = size(), length = (length_ - 1) * 2 + 1;
  int* larger = new int[length];
  for (int i = 0, from = head_; i < count; ++i, from = after(from)) larger[i] = buffer_[from];
  delete[] buffer_;
  buffer_ = larger;
  length_ = length;
  head_ = 0;
  tail_ = count;
}

void FifoBuffer::add(int element) {
  if (size() + 1 >= length_) grow();
  buffer_[tail_] = element;
  tail_ = after(tail_);
}

int FifoBuffer::remove() {
  if (head_ == tail_) throw std::underflow_error("the buffer is empty");
  const int element = buffer_[head_];
  head_ = after(head_);
  return element;
}

int FifoBuffer::Iterator::next_index() {
  if (index_ == buffer_->tail_) throw std::underflow_error("no more elements");
  const int index = index_;
  index_ = buffer_->after(index_);
  return index;
}

void FifoBuffer::Iterator::remove() {
  if (last_ == -1) throw std::logic_error("nothing to remove");
  if (last_ == buffer_->head_) {
    buffer_->remove();
    last_ = -1;
    return;
  }
  int i = last_ + 1;
  while (i != buffer_->tail_) {
    if (i >= buffer_->length_) {
      buffer_->slot(i - 1) = buffer_->slot(0);
      i = 0;
    } else {
      buffer_->slot(i - 1) = buffer_->slot(i);
      i++;
    }
  }
  last_ = -1;
  buffer_->tail_ = buffer_->tail_ == 0 ? buffer_->length_ - 1 : buffer_->tail_ - 1;
  index_ = index_ == 0 ? buffer_->length_ - 1 : index_ - 1;
}
