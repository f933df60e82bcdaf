#include "value.h"

int main(void) {
  struct value value = {.kind = 3, .text = "a"};
  return value_hash(&value) == 0;
}
