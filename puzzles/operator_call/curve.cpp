#include "curve.h"

void Curve::add(int x, int y) {
  if (points_.empty() || points_.back().first <= x) points_.emplace_back(x, y);
}

int Curve::operator()(int x) const {
  for (std::size_t i = 1; i < points_.size(); ++i) {
    const auto& [left, low] = points_[i - 1];
    const auto& [right, high] = points_[i];
    if (left <= x && x <= right) return low + (high - low) * (x - left) / (right - left);
  }
  return 0;
}
