#include "shelf.h"

#include <cstdlib>

int Shelf::last() const {
  if (ids_.empty()) std::abort();
  return ids_.back();
}
