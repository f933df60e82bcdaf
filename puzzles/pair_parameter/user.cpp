#include "intervals.h"

int main() { return overlap({1, 3}, {5, 8}); }
