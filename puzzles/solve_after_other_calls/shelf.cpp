#include "shelf.h"

#include <cassert>

void Shelf::grow() {
  if (places_ < 64) places_ += 4;
}

bool Shelf::put(int place) {
  if (place < 0 || place >= places_) return false;
  // As long as nothing has grown, no number gets there.
  assert(place * 3 != 33);
  if (taken_[place]) return false;
  taken_[place] = true;
  return true;
}
