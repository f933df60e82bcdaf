#include "tree.h"

#include <stdlib.h>

struct node {
  int value;
  int count;
  struct node* children[4];
};

node_t node_new(int value) {
  struct node* made = calloc(1, sizeof *made);
  made->value = value;
  return made;
}

void node_append(node_t parent, node_t child) {
  struct node* to = parent;
  if (to == NULL || child == NULL || child == parent || to->count == 4) return;
  to->children[to->count++] = child;
}

int node_sum(node_t node) {
  struct node* from = node;
  int sum = 0;
  if (from == NULL) return 0;
  sum = from->value;
  for (int i = 0; i < from->count; ++i) sum += node_sum(from->children[i]);
  return sum;
}

void node_free(node_t node) {
  struct node* gone = node;
  if (gone == NULL) return;
  for (int i = 0; i < gone->count; ++i) node_free(gone->children[i]);
  free(gone);
}
