#include "shape.h"

Polygon::Polygon() : points_(new Point[4]()) {}

Polygon::~Polygon() { delete[] points_; }

void Polygon::free_points() {
  delete[] points_;
  points_ = nullptr;
}

int Polygon::width() const { return points_[1].x - points_[0].x; }
