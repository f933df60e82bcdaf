#ifndef GAUGE_H
#define GAUGE_H

/** A gauge with marks from 0 to 9: a library of this header alone. */
typedef struct {
  int marks[10];
  int count;
} gauge;

/** An empty gauge. */
static inline gauge gauge_new(void) {
  gauge made = {{0}, 0};
  return made;
}

/** Adds a mark, if there is room. */
static inline void gauge_mark(gauge *g, int height) {
  if (g->count < 10) g->marks[g->count++] = height;
}

/** The mean height of all marks. */
static inline int gauge_mean(const gauge *g) {
  int sum = 0;
  for (int i = 0; i < g->count; ++i) sum += g->marks[i];
  return sum / g->count;
}

#endif
