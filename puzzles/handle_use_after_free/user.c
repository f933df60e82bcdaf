#include "timer.h"

int main(void) {
  timer* t = timer_create(10);
  timer_destroy(t);
  return timer_left(t);
}
