#ifndef RING_H
#define RING_H

#include <vector>

/** The last numbers of a stream, in memory that is somebody else's. */
template <typename T>
class Ring {
 public:
  template <typename Iterator>
  Ring(Iterator begin, Iterator end) : data_(begin == end ? nullptr : &*begin), capacity_(end - begin) {}

  void push_back(const T& value) {
    if (size_ == capacity_) first_ = (first_ + 1) % capacity_;
    if (size_ < capacity_) ++size_;
    data_[(first_ + size_ - 1) % capacity_] = value;
  }

 private:
  T* data_;
  long capacity_, size_ = 0, first_ = 0;
};

#endif
