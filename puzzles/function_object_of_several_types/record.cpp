#include "record.h"

#include <cassert>

int Record::left(int cut) const {
  const int length = static_cast<int>(name_.size());
  assert(cut <= length);
  return length - cut;
}
