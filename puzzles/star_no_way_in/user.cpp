#include "oven.h"

int main() { return Oven(20).roast(1500); }
