#include "shape.h"

int main() { return area(std::string("a"), {2, true}, {0, 0, 1}); }
