#include "value.h"

int main() {
  Table table;
  table.first();
}
