#pragma once

#include <ostream>

struct Fraction {
  int top = 0;
  int bottom = 1;
  int whole() const;
};

std::ostream& operator<<(std::ostream& out, const Fraction& fraction);
