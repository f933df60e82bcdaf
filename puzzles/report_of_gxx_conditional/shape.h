#pragma once
#include <string>

class Shape {
 public:
  explicit Shape(std::string name) : name_(std::move(name)) {}
  void put_inside(Shape* outer, int margin);
  int width() const;
  int height() const;

 private:
  std::string name_;
  const Shape* outer_ = nullptr;
  int margin_ = 0, width_ = 8, height_ = 4;
};
