#ifndef HEX_H
#define HEX_H

#include <stddef.h>

/** Writes a number's hexadecimal digits to a buffer of that size; returns how many. */
int hex_write(unsigned long number, char* buffer, size_t size);

#endif
