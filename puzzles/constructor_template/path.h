#pragma once

#include <cstdint>
#include <vector>

/// A point of a drawing.
template <typename T>
struct Point {
  T x, y;
  Point() : x(0), y(0) {}
  template <typename U>
  Point(const U x_, const U y_) : x(static_cast<T>(x_)), y(static_cast<T>(y_)) {}
};

using Point64 = Point<int64_t>;

class Path {
 public:
  void add(const Point64& point) { points_.push_back(point); }
  /// The slope of the first line.
  [[nodiscard]] int64_t slope() const;

 private:
  std::vector<Point64> points_;
};
