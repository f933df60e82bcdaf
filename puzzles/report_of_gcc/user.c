#include "sieve.h"

int main(void) { return sieve_sum(2, 12); }
