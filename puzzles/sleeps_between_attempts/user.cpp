#include "line.h"

int main() {
  meter::Line line;
  line.send("?");
  line.send("?");
  return line.read();
}
