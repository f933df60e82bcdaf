#include "score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ratio(int ours, int theirs) { return ours / theirs; }

int score_ratio(const char* game) {
  const char* colon = strchr(game, ':');
  if (!colon) score_give_up("no colon");
  if (score_verbosity > 1) fprintf(stderr, "%s\n", game);
  const int ours = atoi(game), theirs = atoi(colon + 1);
  return ours > 0 ? ratio(ours, theirs) : 0;
}
