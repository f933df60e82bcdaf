#include <stdlib.h>
#include <string.h>

#include "quotes.h"

int main(void) {
  const size_t length = 1000000;
  char* line = malloc(length + 1);
  memset(line, '>', length);
  line[length] = '\0';
  return quote_level(line);
}
