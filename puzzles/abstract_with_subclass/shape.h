#pragma once

class Shape {
 public:
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};

class Polygon : public Shape {
 public:
  explicit Polygon(int corners) : corners_(corners) {}
  int corners() const override { return corners_; }

 private:
  int corners_;
};

class Circle : public Shape {
 public:
  int corners() const override { return 0; }
};

/// Sum of a polygon's inner angles.
int angles(const Shape& shape);
