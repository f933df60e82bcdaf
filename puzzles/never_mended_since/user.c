#include "tank.h"

int main(void) { return tank_fill(80, 80); }
