#include "lines.h"

int main() {
  Lines lines;
  lines.add("a line of some length");
  lines.add(lines.at(0));
}
