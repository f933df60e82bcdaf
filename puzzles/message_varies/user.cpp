#include "shapes.h"

int main() { return corners_of("dodecagon"); }
