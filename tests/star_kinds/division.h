#pragma once
#include <vector>

/// Metres per minute.
int speed(int metres, int minutes);

class Average {
 public:
  void add(int value);
  int value() const;

 private:
  int sum_ = 0;
  int count_ = 0;
};

class Clock {
 public:
  void set_rate(int ticks);
  int seconds(int ticks) const;

 private:
  int rate_ = 60;
};

/// The remainder of the sum of all weights.
int remainder_of(int value, const std::vector<int>& weights);

class Grid {
 public:
  Grid(int width, int height);
  int row_of(int index) const;

 private:
  int cells_in_row() const;
  int width_;
  int height_;
};
