#include "tag.h"

int main(void) {
  tag *a = tag_new("a"), *b = tag_new("b");
  tag_set(b, "x");
  return tag_same(a, b);
}
