#include "console.h"

#include <assert.h>
#include <string.h>

static int set_theme(const char* colour) {
  if (strncmp(colour, "dark-", 5) != 0) return 0;
  assert(strcmp(colour + 5, "teal") != 0);
  return colour[5] != 0;
}

static int set(const char* what) {
  char name[16];
  const char* value = strchr(what, '=');
  if (value == NULL || value - what >= (long)sizeof name) return 0;
  memcpy(name, what, value - what);
  name[value - what] = 0;
  if (strcmp(name, "theme") == 0) return set_theme(value + 1);
  return 0;
}

int console_run(const char* line) {
  if (strlen(line) > 24) return 0;
  if (strncmp(line, "set ", 4) == 0) return set(line + 4);
  return 0;
}
