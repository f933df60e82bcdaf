#include "route.h"

int main() { return length_of({{1, 2}, {3, 5}}); }
