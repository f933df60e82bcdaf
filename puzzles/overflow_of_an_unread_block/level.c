#include "level.h"

#include <stdlib.h>
#include <string.h>

int level_of(const char* text) {
  char* copy = malloc(4);
  const size_t length = strlen(text);
  for (size_t i = 0; i < length; ++i) copy[i] = text[i];
  free(copy);
  return (int)length;
}
