#include "modem.h"

int dial(long number) {
  if (number < 0) throw "no number";
  if (number > 9999999999) throw 42;
  return static_cast<int>(number % 100);
}
