#include "escape.h"

#include <stdlib.h>
#include <string.h>

static char resolved(char letter) { return letter == 'n' ? '\n' : letter == 't' ? '\t' : letter; }

static char* resolve_in_place(char* text) {
  char* out = text;
  for (const char* in = text; *in != '\0'; ++in) *out++ = *in == '\\' ? resolved(*++in) : *in;
  *out = '\0';
  return text;
}

char* escape_resolve(const char* text) {
  size_t size = text ? strlen(text) : 0;
  char* copy = malloc(size + 1);
  if (!copy) return NULL;
  memcpy(copy, text ? text : "", size + 1);
  return resolve_in_place(copy);
}
