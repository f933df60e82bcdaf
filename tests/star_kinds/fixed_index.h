#pragma once
#include <array>

/// The days of a month, 0 to 11.
int days_of(int month);

class Board {
 public:
  void move(int by);
  int here() const;

 private:
  int fields_[6] = {};
  int at_ = 0;
};

class Histogram {
 public:
  void count(unsigned char value);
  unsigned highest() const;

 private:
  unsigned counts_[16] = {};
};

/// The sum of the first `count` primes.
int sum_of_primes(unsigned count);

class Ring {
 public:
  explicit Ring(unsigned size);
  void put(int value);

 private:
  std::array<int, 8> values_ = {};
  unsigned size_;
  unsigned next_ = 0;
};
