#pragma once

#include <stdexcept>

namespace interval {

struct Interval {
  int low = 0;
  int high = 0;

  int length() const {
    if (high < low) throw std::domain_error("interval is empty");
    return high - low;
  }
};

inline Interval meet(const Interval& a, const Interval& b) {
  return {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

/// Whether two intervals share more than `least`.
inline bool overlap(const Interval& a, const Interval& b, int least) {
  if (a.low >= a.high || b.low >= b.high) return false;
  return meet(a, b).length() > least;
}

}  // namespace interval
