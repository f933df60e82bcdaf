#include "command.h"

#include <string.h>

struct session {
  int users;
};

static struct session* current;   /* nobody has logged in */

int command_run(const char* name) {
  if (name == 0) return -1;
  if (strcmp(name, "status") == 0) return 1;
  if (strcmp(name, "shutdown") == 0) return current->users;
  return 0;
}
