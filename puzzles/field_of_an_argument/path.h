#pragma once

#include <vector>

/// A point of a drawing.
struct Point {
  Point() : x(0), y(0) {}
  int x, y;
};

class Path {
 public:
  void add(const Point& point) { points_.push_back(point); }
  /// The slope of the first line.
  [[nodiscard]] int slope() const;

 private:
  std::vector<Point> points_;
};
