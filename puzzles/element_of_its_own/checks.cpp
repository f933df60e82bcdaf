#include "lines.h"

int main() {
  Lines lines;
  lines.add("a");
  return lines.at(0) == "a" ? 0 : 1;
}
