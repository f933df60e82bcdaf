#include "value.h"

#include <cstdlib>

const Value& Table::first() const {
  if (!has<bool>("first") && values_.empty()) abort();
  return values_.begin()->second;
}
