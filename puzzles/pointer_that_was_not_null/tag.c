#include "tag.h"

#include <stdlib.h>
#include <string.h>

struct tag {
  char *name, *value;
};

tag *tag_new(const char *name) {
  tag *t = calloc(1, sizeof *t);
  t->name = strdup(name);
  return t;
}

void tag_free(tag *t) {
  if (!t) return;
  free(t->name);
  free(t->value);
  free(t);
}

const char *tag_value(const tag *t) { return t ? t->value : 0; }

void tag_set(tag *t, const char *value) {
  free(t->value);
  t->value = value ? strdup(value) : 0;
}

static int length(const char *text) {
  int n = 0;
  while (text[n]) ++n;
  return n;
}

int tag_same(const tag *a, const tag *b) {
  const int first = length(tag_value(a));
  return first == length(tag_value(b)) && !strcmp(a->value, b->value);
}
