#include "quotes.h"

#include <ctype.h>

static const char* skip_blanks(const char* at) {
  while (isblank((unsigned char)*at)) ++at;
  return at;
}

static int levels_from(const char* at, int* says_something) {
  at = skip_blanks(at);
  if (*at == '>') {
    const int further = levels_from(at + 1, says_something);
    return *says_something ? further + 1 : 0;
  }
  *says_something = *at != '\0';
  return 0;
}

int quote_level(const char* line) {
  if (line == 0 || *line != '>') return 0;
  int says_something = 0;
  const int levels = levels_from(line, &says_something);
  return says_something ? levels : -1;
}
