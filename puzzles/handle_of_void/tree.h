#ifndef TREE_H
#define TREE_H

/** A node: to be freed with node_free(), unless another node holds it. */
typedef void* node_t;

node_t node_new(int value);
/** `parent` takes `child` over. */
void node_append(node_t parent, node_t child);
int node_sum(node_t node);
void node_free(node_t node);

#endif
