#include "event.h"

int main(void) {
  struct event event = {.kind = EVENT_GRID};
  event.u.grid.cells[0][0] = 'G';
  event.u.grid.cells[2][3] = 5;
  return event_weight(&event);
}
