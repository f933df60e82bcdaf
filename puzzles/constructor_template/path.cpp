#include "path.h"

int64_t Path::slope() const {
  if (points_.size() < 2) return 0;
  const Point64 &from = points_[0], &to = points_[1];
  if (from.y == to.y) return 0;
  return (to.y - from.y) / (to.x - from.x);
}
