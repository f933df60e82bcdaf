#include "collatz.h"

int main(void) { return collatz_steps(27, 3); }
