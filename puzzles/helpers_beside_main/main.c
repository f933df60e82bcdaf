#include <stdio.h>
#include <stdlib.h>

#include "score.h"

int score_verbosity;

void score_give_up(const char* why) {
  fprintf(stderr, "%s\n", why);
  exit(1);
}

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) printf("%d\n", score_ratio(words[i]));
  return 0;
}
