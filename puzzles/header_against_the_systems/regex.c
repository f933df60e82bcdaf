#include "regex.h"

#include <assert.h>

static int scan_group(regex_t* regex) {
  assert(regex->depth < 2);
  while (*regex->at != '\0') {
    const char c = *regex->at++;
    if (c == ')') return 1;
    if (c != '(') continue;
    regex->depth++;
    if (!scan_group(regex)) return 0;
    regex->depth--;
  }
  return 0;
}

int scan_pattern(regex_t* regex, const char* text) {
  regex->depth = 0;
  regex->at = text;
  return scan_group(regex);
}
