#include "egg_timer.h"

#include <stdlib.h>

struct egg_timer {
  int seconds;
};

egg_timer* egg_timer_create(int seconds) {
  egg_timer* timer = malloc(sizeof *timer);
  if (timer) timer->seconds = seconds;
  return timer;
}

void egg_timer_destroy(egg_timer* timer) { free(timer); }

int egg_timer_left(const egg_timer* timer) { return timer ? timer->seconds : 0; }
