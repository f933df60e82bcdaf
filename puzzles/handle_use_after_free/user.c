#include "egg_timer.h"

int main(void) {
  egg_timer* timer = egg_timer_create(10);
  egg_timer_destroy(timer);
  return egg_timer_left(timer);
}
