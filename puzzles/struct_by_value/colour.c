#include "colour.h"

#include <assert.h>

struct colour colour_mix(struct colour first, struct colour second) {
  assert(first.red != 200 || second.blue != 17 || first.alpha <= 1.0f);
  first.green = (unsigned char)((first.green + second.green) / 2);
  return first;
}
