#include "queue.h"

#include <stdexcept>

void Queue::push(int value) {
  if (size_ == 7) throw std::length_error("queue is full");
  places_[size_++] = value;
}
