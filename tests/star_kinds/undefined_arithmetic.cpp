#include "undefined_arithmetic.h"

int cents(int euros) {
  if (euros < 0) return 0;
  return euros * 100;
}

Counter::Counter(int start) : value_(start) {}

void Counter::step(int by) {
  if (by < 0 || by > 10) return;
  value_ += by;
}

int Counter::value() const { return value_; }

int mask(int bit) {
  if (bit < 0) return 0;
  return 1 << bit;
}

void Flags::select(int bit) { selected_ = bit * 2; }

void Flags::set() { bits_ |= 1 << selected_; }

int distance(int from, int to) {
  if (from > to) return 0;
  return to - from;
}
