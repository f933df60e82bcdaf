#include "bits.h"

int main(void) { return (int)bits_low(5, 36); }
