#include "gate.h"

#include <cassert>

barrier::~barrier() {}

gate::~gate() {
  assert(opened_ <= width_);
  opened_ = 0;
}

barrier* new_gate(int width, int opened) {
  auto* made = new gate(width);
  if (opened > 0) made->open(opened);
  return made;
}

void take_down(barrier* what) {
  if (what != nullptr) delete what;
}
