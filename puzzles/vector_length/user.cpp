#include "polygon.h"

int main() { return area({0, 0, 1, 0, 1, 1, 0}); }
