#pragma once

class Node {
 public:
  explicit Node(int weight) : weight_(weight) {}
  void adopt(Node* child);
  /// Weight of the whole tree.
  int total() const;

 private:
  int weight_;
  Node* child_ = nullptr;
};
