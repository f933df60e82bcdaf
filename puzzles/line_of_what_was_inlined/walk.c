#include "walk.h"

#include <stdlib.h>

enum { kDepth = 8 };

struct node {
  int key;
  struct node* below;
};

struct frame {
  struct node* node;
  int position;
};

struct walk {
  bool is_there;
  int depth;
  struct frame frames[kDepth];
};

static inline struct node* current(struct walk* walk) {
  return walk->frames[walk->depth].node;
}

__attribute__((noinline)) static bool descend(struct node* node, struct walk* walk, int key) {
  while (node->key < key) {
    if (node->below == NULL || walk->depth + 1 == kDepth) return false;
    node = node->below;
    walk->frames[++walk->depth].node = node;
  }
  walk->is_there = true;
  return true;
}

struct walk* walk_new(void) { return calloc(1, sizeof(struct walk)); }

void walk_free(struct walk* walk) {
  for (struct node* node = walk->frames[0].node; node != NULL;) {
    struct node* const below = node->below;
    free(node);
    node = below;
  }
  free(walk);
}

bool walk_add(struct walk* walk, int key) {
  if (walk->depth + 1 == kDepth) return false;
  struct node* const added = calloc(1, sizeof(struct node));
  added->key = key;
  struct node* const here = current(walk);
  if (here == NULL) {
    walk->frames[0].node = added;
  } else {
    here->below = added;
    walk->frames[++walk->depth].node = added;
  }
  return true;
}

bool walk_to(struct walk* walk, int key) {
  if (!walk->is_there) {
    walk->depth = 0;
    return descend(current(walk),
                   walk, key);
  }
  if (current(walk)->key >= key) return true;
  return descend(current(walk), walk, key);
}
