#include "window.h"

Window::Window(int width, int height) : pixels_(new int[width * height]()), width_(width), height_(height) {}
Window::~Window() { delete[] pixels_; }

Window* Window::create(int width, int height) {
  return width < 1 || height < 1 || width > 99 || height > 99 ? nullptr : new Window(width, height);
}

void Window::destroy() { delete this; }

void Window::crop(int height) {
  if (height < 1 || height >= height_) return;
  if (height_ - height >= 7) {
    delete[] pixels_;
    pixels_ = new int[height];
  }
  height_ = height;
}

static int load(const int* from, int at) { return from[at]; }

int Window::pixel(int x, int y) const {
  return x < 0 || x >= width_ || y < 0 || y >= height_ ? -1 : load(pixels_, y * width_ + x);
}
