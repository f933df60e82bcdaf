#pragma once

#include <utility>

/// What was tried so far.
class Attempts {
 public:
  void failed(int attempt);
  int count() const { return count_; }

 private:
  int count_ = 0;
};
