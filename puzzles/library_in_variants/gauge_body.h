#include <stdlib.h>

struct gauge {
  CELL sum, first;
  int readings;
};

struct gauge* gauge_new(void) { return calloc(1, sizeof(struct gauge)); }

void gauge_free(struct gauge* gauge) { free(gauge); }

void gauge_add(struct gauge* gauge, int reading) {
  if (gauge->readings++ == 0) gauge->first = reading;
  gauge->sum += reading;
}

int gauge_percent(const struct gauge* gauge) {
  if (gauge->first == 0) return 0;
  return (int)(100 * gauge->sum / gauge->first) / gauge->readings % (gauge->readings - 3);
}
