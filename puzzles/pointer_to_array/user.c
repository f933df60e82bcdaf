#include "board.h"

int main(void) {
  const char row[3] = {'?', '?', '?'};
  return winner_of(&row);
}
