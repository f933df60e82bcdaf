#include "nest.h"

#include <stddef.h>

void nest_put(nest* outer, nest* inner) { outer->inner = inner; }

static int depth_of(const nest* n);

static int depth_within(const nest* n) { return n->inner == NULL ? 0 : depth_of(n->inner); }

static int one_more(int depth) { return depth + 1; }

static int depth_of(const nest* n) {
  const int inner = depth_within(n);
  return one_more(inner);
}

int nest_depth(const nest* n) { return n == NULL ? 0 : depth_of(n); }
