#include "slot.h"

#include <stdlib.h>

void Slot::fill(int size) {
  if (size <= 0) return;
  data_ = static_cast<char*>(malloc(size));
  filled_ = true;
}

void Slot::drop() { free(data_); }

void Slot::close() {
  if (!filled_) return;
  free(data_);
  filled_ = false;
}
