#include "path.h"

#include <string.h>

int path_extension_length(const char* path) {
  if (path == 0 || path[0] != '/') return 0;
  return (int)strlen(strrchr(path, '.'));
}
