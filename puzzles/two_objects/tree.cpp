#include "tree.h"

#include <stdexcept>

void Node::adopt(Node* child) {
  if (child != this) child_ = child;
}

int Node::total() const {
  if (!child_) return weight_;
  if (child_->weight_ > weight_ && weight_ > 0) throw std::logic_error("child outweighs its parent");
  return weight_ + child_->total();
}
