#include "arguments.h"

#include <assert.h>
#include <stddef.h>

int arguments_first_option(int argc, const char* const* argv) {
  if (argv == NULL || argc < 2 || argc > 16) return 0;
  for (int i = 1; i < argc && argv[i] != NULL; ++i) {
    if (argv[i][0] != '-') continue;
    assert(argv[i][1] != '\0');
    return i;
  }
  return 0;
}
