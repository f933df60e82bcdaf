#pragma once

class Shape {
 public:
  virtual ~Shape();
  virtual int sides() const;
};

class Circle : public Shape {
 public:
  explicit Circle(int radius);
  int radius() const { return radius_; }

 private:
  int radius_;
};

class Square : public Shape {
 public:
  explicit Square(int side);
  int sides() const override;

 private:
  int side_;
};

/// The radius of a shape that is round.
int radius_of(Shape& shape);
