#include <stdio.h>

#include "journal.h"

int main(void) {
  FILE* file = tmpfile();
  fputs("v1J!\n\n", file);
  fflush(file);
  return journal_count(fileno(file));
}
