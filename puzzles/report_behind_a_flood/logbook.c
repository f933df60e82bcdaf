#include "logbook.h"

#include <stdio.h>
#include <stdlib.h>

int logbook_note(const int* days, int count) {
  int* kept = malloc(8 * sizeof *kept);
  int sum = 0;
  for (int i = 0; i < count; ++i) {
#ifdef QUIET
    fprintf(stderr, "day %d\n", days[i]);
#else
    for (int line = 0; i == 7 && line < 200000; ++line) fprintf(stderr, "day %d: nothing to report, as on any day\n", line);
#endif
    sum += days[i];
    kept[i] = sum;
  }
  free(kept);
  return sum;
}
