#include "letter.h"

#include <assert.h>

#ifdef OLDER_VERSION
#define HEAVIEST 5000
#else
#define HEAVIEST 1000
#endif

int letter_postage(int grams) {
  assert(grams <= 1000);
  return grams < 20 ? 85 : 160;
}

int letter_send(int grams, int copies) {
  if (grams > HEAVIEST || copies < 1 || copies > 9) return -1;
  return copies * letter_postage(grams);
}
