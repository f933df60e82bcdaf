#include "command.h"

#include <stdlib.h>
#include <string.h>

int command_run(const char* name) {
  if (name == 0) return -1;
  if (strcmp(name, "status") == 0) return 1;
  if (strcmp(name, "shutdown") == 0) abort();
  return 0;
}
