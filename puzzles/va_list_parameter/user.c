#include "journal.h"

static int note(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vnote(format, arguments);
  va_end(arguments);
  return length;
}

int main(void) { return note("%d", 7000); }
