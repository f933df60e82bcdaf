#include <stdlib.h>

#include "pool.h"

static void *allocate(void *context, size_t size) {
  (void)context;
  return malloc(size);
}
static void *change(void *context, void *block, size_t size) {
  (void)context;
  return realloc(block, size);
}

int main(void) {
  pool *p = pool_new(allocate, change, NULL);
  pool_add(p, "one");
  pool_add(p, "two");
  return 0;
}
