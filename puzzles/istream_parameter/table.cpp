#include "table.h"

#include <stdexcept>

int read_table(std::istream& in) {
  int columns = 0, rows = 0;
  if (!(in >> columns >> rows)) return -1;
  if (columns < 1 || columns > 1000 || rows > 1000) return -1;
  if (rows < 1) throw std::runtime_error("a table without rows");
  return columns * rows;
}
