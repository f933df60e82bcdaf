#include "shape.h"

void Shape::put_inside(Shape* outer, int margin) {
  outer_ = outer;
  margin_ = margin;
}

int Shape::width() const {
  const int wanted = margin_ > 3
                         ? width_
                         : outer_->width_;
  return wanted - margin_;
}

int Shape::height() const { return outer_ != nullptr ? outer_->height_ - margin_ : height_; }
