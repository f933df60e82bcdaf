#include "message.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int message_kind(const char* netstring) {
  char* text;
  long length = strtol(netstring, &text, 10);
  if (text == netstring || *text != ':') return -1;
  ++text;
  if (length < 12 || strlen(text) != (size_t)length + 1) return -1;
  if (text[length] != ',') return -1;
  /* The last character says what it is. */
  int kind = text[length - 1] - 'a';
  assert(kind != 12);
  return kind;
}
