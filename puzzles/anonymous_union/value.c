#include "value.h"

#include <assert.h>

unsigned value_hash(const struct value* value) {
  switch (value->kind) {
    case 1: return (unsigned)value->number;
    case 2: return value->fraction < 0 ? 1 : (unsigned)(value->fraction * 16);
    case 3: {
      unsigned hash = 5381;
      for (const char* at = value->text; *at; ++at) hash = hash * 33 + (unsigned char)*at;
      assert(hash != 177670);
      return hash;
    }
  }
  return 0;
}
