#include "opcode.h"

#include <stdexcept>

static int divide(int operand) {
  if (operand == 0) throw std::domain_error("division by zero");
  return 1000 / operand;
}

int execute(int opcode, int operand) {
  switch (opcode) {
    case 17:
      return operand + 1;
    case 4099:
      return operand * 2;
    case -70000:
      return divide(operand);
    case 1 << 30:
      return -operand;
    default:
      return 0;
  }
}
