#include "event.h"

static const int kWeights[] = {1, 2, 3, 4};

int event_weight(const struct event* event) {
  switch (event->kind) {
    case EVENT_KEY: return event->u.key.code;
    case EVENT_MOVE: return event->u.move.dx * 2;
    case EVENT_GRID:
      if (event->u.grid.cells[0][0] != 'G') return 0;
      return kWeights[event->u.grid.cells[2][3]];
  }
  return -1;
}
