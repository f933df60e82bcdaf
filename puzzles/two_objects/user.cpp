#include "tree.h"

int main() {
  Node small(1), big(5), root(-1);
  small.adopt(&big);
  root.adopt(&small);
  return root.total();
}
