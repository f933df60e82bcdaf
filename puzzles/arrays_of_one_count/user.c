#include <stdlib.h>

#include "track.h"

int main(void) {
  double *xs = calloc(3, sizeof *xs);
  double *ys = calloc(3, sizeof *ys);
  return track_longest(xs, ys, 3) > 0;
}
