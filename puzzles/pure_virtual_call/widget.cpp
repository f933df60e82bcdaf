#include "widget.h"

Widget::~Widget() = default;

Widget::Widget(int size) : size_(size) {
  if (size < 0) resize(0);
}

int Widget::resize(int size) {
  const int least = minimum();
  size_ = size < least ? least : size;
  return size_;
}
