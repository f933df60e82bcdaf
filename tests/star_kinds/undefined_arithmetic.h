#pragma once

/// Cents of euros.
int cents(int euros);

class Counter {
 public:
  explicit Counter(int start);
  void step(int by);
  int value() const;

 private:
  int value_;
};

/// The mask of a bit.
int mask(int bit);

class Flags {
 public:
  void select(int bit);
  void set();

 private:
  int bits_ = 0;
  int selected_ = 0;
};

/// The distance of two numbers.
int distance(int from, int to);
