#include "bell.h"

int main(void) {
  struct bell* bell = bell_new();
  struct listener* listener = listener_new(611);
  bell_add(bell, 0, listener);
  listener_tune(listener, 7340);
  return bell_ring(bell, 1);
}
