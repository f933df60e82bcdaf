#include "board.h"

int main(void) {
  struct board board = {"z", {{0, 0, 0}, {0, 0, 9}}};
  return score(&board);
}
