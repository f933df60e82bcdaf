#include "opcode.h"

int main() { return execute(-70000, 0); }
