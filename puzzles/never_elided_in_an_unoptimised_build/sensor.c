#include "sensor.h"

#include <assert.h>
#include <stdlib.h>

struct sensor {
  int (*read)(const sensor*, int);
};

static int read_raw(const sensor* s, int at) {
  assert(at < 100);
  return s != NULL ? at * 7 % 13 : 0;
}

static int read_scaled(const sensor* s, int at) {
  return read_raw(s, at * 1000) / 1000;
}

sensor* sensor_raw(void) {
  sensor* s = malloc(sizeof *s);
  s->read = read_raw;
  return s;
}

sensor* sensor_scaled(void) {
  sensor* s = malloc(sizeof *s);
  s->read = read_scaled;
  return s;
}

int sensor_at(const sensor* s, int seconds) {
#ifndef OLDER_VERSION
  if (seconds < 0 || seconds >= 100) return -1;
#endif
  return s->read(s, seconds);
}
