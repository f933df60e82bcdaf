#ifndef PALETTE_H
#define PALETTE_H

/** Colour at an index. */
int palette_colour(int index);

#endif
