#include "texts.h"

#include <cstring>
#include <stdexcept>

int quoted_length(const char* text) {
  if (*text != '\'') return 0;
  int length = 0;
  ++text;
  while (*text != '\0' && *text != '\'') {
    // Behind a backslash at the end of the text strchr finds its zero, too.
    if (*text == '\\' && std::strchr("'\\", text[1]) != nullptr) ++text;
    ++text;
    ++length;
  }
  if (*text != '\'') throw std::runtime_error("a quotation mark is missing");
  return length;
}
