#pragma once

#include <utility>
#include <vector>

/// A line through points, which are added from left to right.
class Curve {
 public:
  void add(int x, int y);
  /// Its height at `x`; 0 outside of the points.
  int operator()(int x) const;

 private:
  std::vector<std::pair<int, int>> points_;
};
