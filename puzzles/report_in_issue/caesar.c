#include "caesar.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyz";

void caesar_shift(char* text, int by) {
  if (text == 0 || by < 0 || by > 26) return;
  for (; *text; ++text)
    if (*text >= 'a' && *text <= 'z') *text = letters[(*text - 'a' + by) % 28];
}
