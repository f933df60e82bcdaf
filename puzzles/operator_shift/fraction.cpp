#include "fraction.h"

#include <stdexcept>

int Fraction::whole() const {
  if (bottom == 0) throw std::domain_error("no bottom");
  return bottom == -1 ? 0 : top / bottom;
}

std::ostream& operator<<(std::ostream& out, const Fraction& fraction) {
  if (fraction.top > 1000) return out << fraction.whole();
  return out << fraction.top << '/' << fraction.bottom;
}
