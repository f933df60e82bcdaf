#pragma once

#include <stdbool.h>
#include <stddef.h>

struct walk;

/** A walk down a tree that is a list: of nodes, each below the one before. */
struct walk* walk_new(void);
void walk_free(struct walk* walk);
/** Adds a node below the current one. */
bool walk_add(struct walk* walk, int key);
/** Goes to the first node whose key is not below `key`. */
bool walk_to(struct walk* walk, int key);
