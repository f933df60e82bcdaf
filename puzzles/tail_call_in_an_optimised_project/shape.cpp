#include "shape.h"

void Shape::add(int weight) {
  if (root_ == nullptr) root_ = new Node{0};
  root_->weight += weight;
}

void Shape::scale(int by) {
  scale_ = by;
  measure();
}
