#pragma once

class Figure {
 public:
  virtual ~Figure() = default;
  /// Draws at a scale.
  int show(int scale) const { return scale > 0 ? draw(scale) : 0; }

 protected:
  virtual int draw(int scale) const = 0;
};

class Line : public Figure {
 protected:
  int draw(int scale) const override;
};

class Star : public Figure {
 public:
  explicit Star(int rays) : rays_(rays) {}

 protected:
  int draw(int scale) const override;

 private:
  int rays_;
};
