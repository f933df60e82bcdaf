#include "matrix.h"

Matrix::Matrix(int rows, int columns)
    : rows_(rows & 15), columns_(columns & 15), cells_(static_cast<unsigned>(rows_ * columns_)) {}

double Matrix::at(int row, int column) const {
  return cells_.at(static_cast<unsigned>(row * columns_ + column));
}

double Matrix::trace() const {
  double sum = 0;
  for (int i = 0; i < columns_; ++i) sum += at(i, i);
  return sum;
}
