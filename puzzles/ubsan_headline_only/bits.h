#ifndef BITS_H
#define BITS_H

/** The lowest `count` bits of `value`. */
unsigned bits_low(unsigned value, int count);

#endif
