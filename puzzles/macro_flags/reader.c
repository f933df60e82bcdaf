#include "reader.h"

#include <assert.h>
#include <stddef.h>

static const unsigned char kLevels[4] = {1, 1, 2, 3};

/* Each mode has one bit; a table of levels says what they mean together. */
static int level_of(unsigned mode) { return kLevels[(mode >> 11 & 1) + (mode >> 22 & 1) * 2]; }

static int count_raw(const char* text, unsigned mode) {
  int count = 0;
  if (text == NULL || (mode >> 16 & 1) != 0) return 0;
  for (; *text != '\0'; ++text) count += *text == ';';
  assert(level_of(mode) < 3);
  return count;
}

int reader_count(const char* text, unsigned mode) { return mode == 0 ? 0 : count_raw(text, mode); }
