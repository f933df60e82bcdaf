#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>

/** The sum of `length` numbers. */
int tally(const int* numbers, size_t length);

#endif
