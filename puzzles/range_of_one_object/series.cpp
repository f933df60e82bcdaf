#include "series.h"

void Series::add(int when, double value) { points_.emplace_back(when, value); }

static double value(const Series::Point* point) { return point->second; }

double mean(Series::const_iterator first, Series::const_iterator last) {
  double sum = 0;
  int count = 0;
  for (; first != last; ++first, ++count) {
    sum += value(&*first);
    if (first->first < 0) {
      ++first;
      sum += value(&*first);
    }
  }
  return count == 0 ? 0 : sum / count;
}
