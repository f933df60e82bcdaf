#include "airlock.h"

namespace {

void check(int dial, int shift) {
  // No gradient: one dial in 64 is right, near ones are as wrong as far ones.
  const unsigned mixed = (static_cast<unsigned>(dial) + static_cast<unsigned>(shift)) * 2654435761u;
  if ((mixed >> 20) % 64 != 0) throw Refused("dial is wrong");
}

void vent() { throw std::runtime_error("both doors are open"); }

}  // namespace

void Airlock::cycle(int inner, int outer, int pressure, int code) {
  check(inner, 1);
  check(outer, 2);
  check(pressure, 3);
  check(code, 4);
  vent();
}
