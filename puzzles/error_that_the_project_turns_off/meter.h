#pragma once

#include <stdexcept>

/// Counts up to a limit.
class Meter {
 public:
  explicit Meter(int limit) : limit_(limit) {}

  // The compiler takes it for an error, unless it is told not to.
  void reset() { return count_ = 0; }
  void step(int by) {
    count_ += by;
    check();
  }

 private:
  void check() const {
    if (count_ > limit_) throw std::logic_error("beyond the limit");
  }

  int limit_, count_ = 0;
};
