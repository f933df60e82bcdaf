#pragma once

#include "attempts.h"

/// Does something again and again until it works.
template <class Step>
class Retry {
 public:
  Retry(int times, Step step) : step_(std::move(step)), times_(times) {}

  bool run() {
    for (int attempt = 0; attempt < times_; ++attempt) {
      if (step_(attempt, log_)) return true;
      log_.failed(attempt);
    }
    return false;
  }

 private:
  Step step_;
  Attempts log_;
  int times_;
};
