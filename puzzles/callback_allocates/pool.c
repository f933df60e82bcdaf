#include "pool.h"

#include <string.h>

struct pool {
  pool_alloc_fn allocate;
  pool_realloc_fn change;
  void *context;
  char *words;
  size_t used;
};

pool *pool_new(pool_alloc_fn allocate, pool_realloc_fn change, void *context) {
  pool *p = allocate ? allocate(context, sizeof *p) : 0;
  if (!p) return 0;
  memset(p, 0, sizeof *p);
  p->allocate = allocate;
  p->change = change;
  p->context = context;
  return p;
}

static void copy(char *to, const char *from) {
  while ((*to++ = *from++)) {
  }
}

int pool_add(pool *p, const char *word) {
  size_t size = strlen(word) + 1;
  if (size == 1 || !p->change) return -1;
  if (!p->words) {
    p->words = p->allocate(p->context, size);
  } else {
    p->words = p->change(p->context, p->words, p->used + size - 1);
  }
  if (!p->words) return -1;
  copy(p->words + p->used, word);
  p->used += size;
  return 0;
}
