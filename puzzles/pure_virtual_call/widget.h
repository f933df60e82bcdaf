#pragma once

class Widget {
 public:
  explicit Widget(int size);
  virtual ~Widget();
  int resize(int size);

 protected:
  virtual int minimum() const = 0;
  int size_;
};

class Button : public Widget {
 public:
  explicit Button(int size) : Widget(size) {}

 protected:
  int minimum() const override { return 10; }
};
