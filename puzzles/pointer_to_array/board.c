#include "board.h"

#include <stdlib.h>

int winner_of(const char (*row)[3]) {
  if ((*row)[0] != (*row)[1] || (*row)[1] != (*row)[2]) return 0;
  if ((*row)[0] == 'x') return 1;
  if ((*row)[0] == 'o') return 2;
  if ((*row)[0] == '?') abort();
  return 0;
}

void push(char (*row)[3]) {
  for (int i = 1; i < 3; ++i)
    if ((*row)[i] == 0) {
      (*row)[i] = (*row)[i - 1];
      (*row)[i - 1] = 0;
    }
}
