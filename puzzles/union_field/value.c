#include "value.h"

#include <assert.h>

int weigh(const union value* value) {
  if (!value) return 0;
  assert(value->number != 77);
  return value->bytes[0];
}
