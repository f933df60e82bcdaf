#pragma once

struct Point {
  int x, y;
};

/** What all shapes can do, by what each of them knows of itself. */
template <typename Derived>
class Shape {
 public:
  /** Gives the points back. */
  void clear() { static_cast<Derived*>(this)->free_points(); }
};

class Polygon : public Shape<Polygon> {
 public:
  Polygon();
  ~Polygon();
  Polygon(const Polygon&) = delete;
  Polygon& operator=(const Polygon&) = delete;
  int width() const;

 private:
  friend class Shape<Polygon>;
  void free_points();
  Point* points_;
};
