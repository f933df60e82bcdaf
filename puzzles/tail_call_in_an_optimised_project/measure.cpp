#include "shape.h"

void Shape::measure() {
  weight_ = root_->weight * scale_;
}
