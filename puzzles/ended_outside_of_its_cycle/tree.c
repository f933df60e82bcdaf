#include "tree.h"

#include <stddef.h>

void tree_put(tree* parent, tree* child) { parent->child = child; }

static int step_12(const tree* t) {
  volatile char room[4096];
  room[0] = t->child == NULL;
  return room[0];
}

static int step_11(const tree* t) {
  const int rest = step_12(t);
  return rest + 1;
}

static int step_10(const tree* t) {
  const int rest = step_11(t);
  return rest + 1;
}

static int step_9(const tree* t) {
  const int rest = step_10(t);
  return rest + 1;
}

static int step_8(const tree* t) {
  const int rest = step_9(t);
  return rest + 1;
}

static int step_7(const tree* t) {
  const int rest = step_8(t);
  return rest + 1;
}

static int step_6(const tree* t) {
  const int rest = step_7(t);
  return rest + 1;
}

static int step_5(const tree* t) {
  const int rest = step_6(t);
  return rest + 1;
}

static int step_4(const tree* t) {
  const int rest = step_5(t);
  return rest + 1;
}

static int step_3(const tree* t) {
  const int rest = step_4(t);
  return rest + 1;
}

static int step_2(const tree* t) {
  const int rest = step_3(t);
  return rest + 1;
}

static int step_1(const tree* t) {
  const int rest = step_2(t);
  return rest + 1;
}

int tree_count(const tree* t) {
  const int steps = step_1(t);
  return t->child == NULL ? steps : tree_count(t->child) + 1;
}
