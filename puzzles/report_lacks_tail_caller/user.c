#include "valve.h"

int main(void) { return valve_open_all(3, 800); }
