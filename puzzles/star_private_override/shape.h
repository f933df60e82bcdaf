#pragma once

class Shape {
 public:
  virtual ~Shape() = default;
  virtual int cut(int pieces) const = 0;
};

class Circle : public Shape {
 public:
  explicit Circle(int radius) : radius_(radius) {}

 private:
  int cut(int pieces) const override;

  int radius_;
};
