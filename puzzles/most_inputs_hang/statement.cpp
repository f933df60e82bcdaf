#include "statement.h"

#include <cassert>

namespace sql {

int statement_end(const char* text) {
  if (text == nullptr) return -1;
  const char* at = text;
  // Begins again at the end: a text without a semicolon is looked at for ever.
  while (*at != ';') at = *at == '\0' ? text : at + 1;
  assert(at[1] != '-' && "comments are not understood");
  return static_cast<int>(at - text);
}

}  // namespace sql
