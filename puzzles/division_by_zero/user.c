#include "mean.h"

int main(void) { return mean_above(100, 50, 100); }
