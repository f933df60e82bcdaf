#include "track.h"

static double between(const double *xs, const double *ys, int a, int b) {
  const double x = xs[b] - xs[a];
  const double y = ys[b] - ys[a];
  return x * x + y * y;
}

double track_longest(const double *xs, const double *ys, int n) {
  double longest = 0;
  for (int i = 0; i < n; i += 2) {
    const double here = between(xs, ys, i, i + 1);
    if (here > longest) longest = here;
  }
  return longest;
}
