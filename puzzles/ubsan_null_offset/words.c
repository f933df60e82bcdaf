#include "words.h"

#include <stdlib.h>

struct words {
  char* text;
};

words* words_new(void) { return calloc(1, sizeof(words)); }

char* words_behind(words* self, unsigned skipped) {
  if (skipped < 4) return self->text;
  return self->text + skipped;
}
