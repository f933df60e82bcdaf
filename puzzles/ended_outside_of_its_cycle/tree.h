#ifndef TREE_H
#define TREE_H

typedef struct tree {
  struct tree* child;
} tree;

/** Puts `child` into `parent`. */
void tree_put(tree* parent, tree* child);
/** How many nodes it has. */
int tree_count(const tree* t);

#endif
