#include "shelf.h"

#include <stdlib.h>

struct shelf {
  int books;
};

struct shelf_walk {
  shelf* s;
  int at;
};

shelf* shelf_new(int books) {
  shelf* s = malloc(sizeof *s);
  if (s) s->books = books;
  return s;
}

void shelf_free(shelf* s) { free(s); }

int shelf_books(const shelf* s) { return s ? s->books : 0; }

int shelf_is_full(const shelf* s) { return s && s->books > 99; }

void shelf_put(shelf* s, int books) {
  if (s) s->books += books;
}

shelf_walk* shelf_walk_new(shelf* s) {
  if (!s) return NULL;
  shelf_walk* walk = malloc(sizeof *walk);
  if (walk) *walk = (shelf_walk){s, 0};
  return walk;
}

void shelf_walk_free(shelf_walk* walk) { free(walk); }

void shelf_walk_move(shelf_walk* walk, shelf* s, int at) {
  walk->s = s;
  walk->at = at;
}

int shelf_walk_position(const shelf_walk* walk) { return walk->at; }

static int books_of(const shelf* s) { return s->books; }

int shelf_walk_next(shelf_walk* walk) {
  if (walk->at < 0) return -1;
  return walk->at < books_of(walk->s) ? walk->at++ : -1;
}
