#pragma once
#include <utility>
#include <vector>

/// Values over time.
class Series {
 public:
  using Point = std::pair<int, double>;
  using const_iterator = std::vector<Point>::const_iterator;
  void add(int when, double value);
  const_iterator begin() const { return points_.begin(); }
  const_iterator end() const { return points_.end(); }

 private:
  std::vector<Point> points_;
};

/// Values before the beginning of time are not counted, but added to the one before.
double mean(Series::const_iterator first, Series::const_iterator last);
