#include "tree.h"

int main(void) {
  node_t first = node_new(1);
  node_t second = node_new(2);
  node_t shared = node_new(3);
  node_append(first, shared);
  node_append(second, shared);
  node_free(first);
  return node_sum(second);
}
