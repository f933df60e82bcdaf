#include "matrix.h"

int main() { return static_cast<int>(Matrix(2, 3).trace()); }
