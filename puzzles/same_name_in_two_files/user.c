#include "units.h"

int main(void) { return litres_from_gallons(500); }
