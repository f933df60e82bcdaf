#include "brackets.h"

#include <assert.h>
#include <stddef.h>

static const char* read_list(const char* text, int* depth) {
  int deepest = 0;
  while (*text == '[') {
    int inner = 0;
    text = read_list(text + 1, &inner);
    if (inner > deepest) deepest = inner;
  }
  assert(*text == ']' || *depth == 0);
  *depth = deepest + 1;
  return *text == ']' ? text + 1 : text;
}

int brackets_depth(const char* text) {
  int depth = 1;
  if (text == NULL || *text != '[') return 0;
  read_list(text + 1, &depth);
  return depth;
}
