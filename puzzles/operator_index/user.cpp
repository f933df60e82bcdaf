#include "row.h"

int main() {
  Row row({1, 2, 3});
  return row[3];
}
