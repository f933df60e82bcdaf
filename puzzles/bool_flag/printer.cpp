#include "printer.h"

#include <cassert>

int Printer::print(int pages) {
  assert(!(duplex_ && !colour_));
  return duplex_ ? pages / 2 : pages;
}
