#include "labels.h"

#include <stdlib.h>
#include <string.h>

struct labels {
  char* held[8];
  int count;
};

struct labels* labels_new(void) { return calloc(1, sizeof(struct labels)); }

static unsigned number_of(const char* label) {
  unsigned number = 5381;
  while (*label) number = number * 33 + (unsigned char)*label++;
  return number;
}

unsigned labels_put(struct labels* labels, const char* label) {
  if (!labels || labels->count >= 8) return 0;
  unsigned all = 0;
  for (int i = 0; i <= labels->count; ++i)
    all ^= number_of(i < labels->count ? labels->held[i] : label);
  labels->held[labels->count++] = strdup(label);
  return all;
}

void labels_drop(struct labels* labels, int number) {
  if (!labels || number < 0 || number >= labels->count) return;
  free(labels->held[number]);
  labels->held[number] = NULL;
}
