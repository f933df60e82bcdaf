#include "lift.h"

#include <cassert>

namespace lift {

void Cabin::go(int by) {
  if (by < -3 || by > 3 || floors_ < 6) return;
  floor_ += by;
  assert(floor_ <= floors_);
}

}  // namespace lift
