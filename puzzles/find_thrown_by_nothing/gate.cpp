#include "gate.h"

int gates() { return sizeof(Gate); }
