#include "journal.h"

#include <assert.h>
#include <stdio.h>

static char line[32];

int vnote(const char* format, va_list arguments) {
  const int length = vsnprintf(line, sizeof line, format, arguments);
  assert(length < 3 || line[0] != '7');
  return length;
}
