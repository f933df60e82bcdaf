#include "list.h"

#include <stdlib.h>

struct list {
  list_release release;
  void* items[8];
  int count;
};

struct list* list_new(list_release release) {
  struct list* made = calloc(1, sizeof(struct list));
  made->release = release;
  return made;
}

void list_append(struct list* list, void* item) {
  if (list->count < 8) list->items[list->count++] = item;
}

/* The old one is released; where none is given in its place, it stays in the list all the same. */
void list_replace_first(struct list* list, void* item) {
  if (list->count == 0) return;
  if (list->release) list->release(list->items[0]);
  if (item) list->items[0] = item;
}

void list_free(struct list* list) {
  for (int i = 0; i < list->count; ++i)
    if (list->release) list->release(list->items[i]);
  free(list);
}
