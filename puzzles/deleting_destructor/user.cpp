#include "gate.h"

int main() { take_down(new_gate(3, 5)); }
