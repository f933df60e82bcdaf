#include "bell.h"

int main(void) {
  struct bell* bell = bell_new();
  struct listener* listener = listener_new(7);
  bell_add(bell, 0, listener);
  listener_free(listener);
  return bell_ring(bell, 1);
}
