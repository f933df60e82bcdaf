#ifndef SQUARE_H
#define SQUARE_H

/** Root of a square number, -1 for others. */
int square_root(unsigned char number);

#endif
