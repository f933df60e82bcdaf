#include "gate.h"

int main() {
  Gate gate(4711);
  gate.open(12, "Ada");
  return gate.opened();
}
