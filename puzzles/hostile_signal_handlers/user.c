#include "guard.h"

int main(void) { return guard_tension(950, 2); }
