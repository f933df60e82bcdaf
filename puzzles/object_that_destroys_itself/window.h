#pragma once

class Window {
 public:
  /// nullptr: there is no such window.
  static Window* create(int width, int height);
  /// Destroys the window.
  void destroy();
  void crop(int height);
  int pixel(int x, int y) const;

 private:
  Window(int width, int height);
  ~Window();
  int* pixels_;
  int width_, height_;
};
