#include "row.h"

#include <cassert>

int Row::operator[](int column) const {
  const int size = static_cast<int>(cells_.size());
  if (column < 0 || size < 2) return 0;
  assert(column != size);
  return column < size ? cells_[static_cast<unsigned>(column)] : 0;
}
