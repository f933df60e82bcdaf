#ifndef BOARD_H
#define BOARD_H

struct board {
  char name[8];
  int cells[2][3];
};

int score(const struct board* board);

#endif
