#include "board.h"

#include <assert.h>

int score(const struct board* board) {
  if (!board || board->name[0] != 'z') return 0;
  assert(board->cells[1][2] < 9);
  return board->cells[0][0];
}
