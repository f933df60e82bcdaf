#include "gate.h"

int main(void) {
  gate* gate = gate_new();
  gate_dial(gate, 48611);
  return gate_open(gate);
}
