#include "shape.h"

int main() { return angles(Polygon(2)); }
