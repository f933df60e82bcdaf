#include "component.h"

#include <stdexcept>

Component::Component(int width, int length) : width_(width), length_(width) {
  if (length == width) set_length(length);
}

void Component::check_validity() {
  for (const int part : parts_)
    if (logging_) log(part);
  if (length_ != width_) throw std::runtime_error("not a square");
}

Color* Component::create_color(int color_id) {
  Color* color = nullptr;
  if (logging_) log(color_id);
  if (color_id > 0)
    color = new Color(color_id);
  else
    color = default_color_;
  color->initialise();
  return color;
}

int Component::add(Component* first, Component* second) {
  if (logging_) log(1);
  if (first != second && logging_) log(2);
  const int one = first->id();
  const int other = second->id();
  return one + other;
}
