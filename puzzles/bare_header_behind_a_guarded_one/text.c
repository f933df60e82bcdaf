#include "text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct head {
  size_t length, room;
  char characters[];
};

static struct head* head_of(text t) { return (struct head*)(t - sizeof(struct head)); }

text text_new(const char* from) {
  const size_t length = strlen(from);
  struct head* made = calloc(1, sizeof *made + length + 9);
  made->length = length;
  made->room = length + 8;
  return memcpy(made->characters, from, length);
}

void text_free(text t) { free(head_of(t)); }

void text_grew(text t, int more) {
  struct head* head = head_of(t);
  assert(head->length + more <= head->room);
  head->length += more;
}
