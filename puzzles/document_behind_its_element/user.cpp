#include "page.h"

int main() {
  Page page;
  page.read("a");
  const Line& line = page.first();
  page.clear();
  return line.indent();
}
