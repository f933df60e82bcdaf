#include <sstream>

#include "table.h"

int main() {
  std::istringstream in("5 0");
  return read_table(in);
}
