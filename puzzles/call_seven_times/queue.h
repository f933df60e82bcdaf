#pragma once

/// A queue of seven places.
class Queue {
 public:
  void push(int value);
  int size() const { return size_; }

 private:
  int places_[7] = {};
  int size_ = 0;
};
