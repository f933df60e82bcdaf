#include "window.h"

int main() {
  Window* window = Window::create(12, 40);
  window->crop(3);
  return window->pixel(11, 2);
}
