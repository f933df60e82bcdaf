#include "table.h"

#include <sstream>

int main() {
  std::istringstream in("5 0");
  return read_table(in);
}
