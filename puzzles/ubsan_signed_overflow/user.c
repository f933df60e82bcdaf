#include "area.h"

int main(void) { return area_of(80000, 80000) > 0; }
