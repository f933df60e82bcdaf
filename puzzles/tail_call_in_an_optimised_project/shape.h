#pragma once

struct Node {
  int weight;
};

/** A shape that measures itself again when it is scaled; an empty one has no root. */
class Shape {
 public:
  void add(int weight);
  void scale(int by);

 private:
  void measure();

  Node* root_ = nullptr;
  int scale_ = 1, weight_ = 0;
};
