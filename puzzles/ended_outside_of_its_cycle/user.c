#include "tree.h"

int main(void) {
  tree t;
  tree_put(&t, &t);
  return tree_count(&t);
}
