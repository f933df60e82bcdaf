#include "fixed_index.h"

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int days_of(int month) {
  if (month < 0) return 0;
  return days[month];
}

void Board::move(int by) {
  if (by > 0) at_ += by;
}

int Board::here() const {
  int copy[6] = {fields_[0], fields_[1], fields_[2], fields_[3], fields_[4], fields_[5]};
  return copy[at_];
}

void Histogram::count(unsigned char value) { counts_[value / 8] += 1; }

unsigned Histogram::highest() const {
  unsigned highest = 0;
  for (unsigned each : counts_) highest = each > highest ? each : highest;
  return highest;
}

int sum_of_primes(unsigned count) {
  const int primes[4] = {2, 3, 5, 7};
  int sum = 0;
  for (unsigned at = 0; at < count; ++at) sum += primes[at];
  return sum;
}

Ring::Ring(unsigned size) : size_(size) {}

void Ring::put(int value) {
  values_.data()[next_ % size_] = value;
  next_ += 5;
}
