#include "histogram.h"

#include <stdlib.h>

static void count(int* counts, const char* letter) { ++counts[*letter - ' ']; }

static int highest(const int* counts, int size) {
  int found = 0;
  for (int i = 0; i < size; ++i)
    if (counts[i] > found) found = counts[i];
  return found;
}

static void count_all(int* counts, const char* text) {
  for (; *text; ++text)
    if (*text >= ' ') count(counts, text);
}

int histogram_highest(const char* text) {
  int* counts = text ? calloc(94, sizeof(int)) : NULL;
  if (!counts) return 0;
  count_all(counts, text);
  int found = highest(counts, 94);
  free(counts);
  return found;
}
