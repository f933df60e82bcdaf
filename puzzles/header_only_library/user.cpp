#include "interval.h"

int main() { return interval::overlap({0, 2}, {5, 9}, 1); }
