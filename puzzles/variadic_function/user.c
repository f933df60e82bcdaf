#include "sum.h"

int main(void) { return sum_of(-1, 2); }
