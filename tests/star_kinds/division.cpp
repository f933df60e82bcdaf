#include "division.h"

int speed(int metres, int minutes) {
  if (metres == 0) return 0;
  return metres / minutes;
}

void Average::add(int value) {
  sum_ += value;
  count_ += 1;
}

int Average::value() const { return sum_ / count_; }

void Clock::set_rate(int ticks) { rate_ = ticks; }

int Clock::seconds(int ticks) const { return ticks / rate_; }

int remainder_of(int value, const std::vector<int>& weights) {
  int sum = 0;
  for (int each : weights) sum += each;
  if (weights.empty()) return value;
  return value % sum;
}

Grid::Grid(int width, int height) : width_(width), height_(height) {}

int Grid::row_of(int index) const {
  if (index < 0 || height_ == 0) return 0;
  return index / cells_in_row();
}

int Grid::cells_in_row() const { return width_ > 100 ? 100 : width_ - width_ % 2; }
