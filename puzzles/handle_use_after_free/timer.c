#include "timer.h"

#include <stdlib.h>

struct timer {
  int seconds;
};

timer* timer_create(int seconds) {
  timer* t = malloc(sizeof *t);
  if (t) t->seconds = seconds;
  return t;
}

void timer_destroy(timer* t) { free(t); }

int timer_left(const timer* t) { return t ? t->seconds : 0; }
