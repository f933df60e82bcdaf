#include "printer.h"

int main() {
  Printer printer;
  printer.set_duplex(true);
  printer.set_colour(false);
  return printer.print(2);
}
