#include <stdlib.h>

#include "escape.h"

int main(void) {
  free(escape_resolve("back\\"));
  return 0;
}
