#include <string.h>

#include "words.h"

static size_t once(void *user, char *to, size_t room) {
  int *done = user;
  if (*done) return 0;
  *done = 1;
  memset(to, 'x', room);
  to[room - 1] = ' ';
  return room;
}

int main(void) {
  int done = 0;
  return count_words(once, &done);
}
