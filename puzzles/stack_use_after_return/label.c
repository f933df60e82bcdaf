#include "label.h"

#include <stddef.h>

static const char* as_text(int number) {
  char digits[12];
  volatile char* end = digits + sizeof digits;
  *--end = '\0';
  do {
    *--end = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  return (const char*)end;
}

void label_set_number(label* l, int number) { l->text = number < 0 ? "-" : as_text(number); }

static int length_of(const char* text) {
  int length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

int label_length(const label* l) { return l->text == NULL ? 0 : length_of(l->text); }
