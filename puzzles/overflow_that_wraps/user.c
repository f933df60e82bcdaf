#include "digits.h"

#include <limits.h>

int main(void) { return digits_of(LONG_MIN); }
