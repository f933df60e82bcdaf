#include "initials.h"

#include <string.h>

int initials_count(const char* name) {
  char capitals[4] = {0};
  int count = 0;
  if (!name || strlen(name) > 30) return -1;
  for (; *name; ++name)
    if (*name >= 'A' && *name <= 'Z') capitals[count++] = *name;
  return capitals[0] ? count : 0;
}
