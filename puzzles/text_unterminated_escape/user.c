#include "escape.h"

#include <stdlib.h>

int main(void) {
  free(escape_resolve("back\\"));
  return 0;
}
