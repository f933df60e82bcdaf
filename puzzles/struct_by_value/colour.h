#ifndef COLOUR_H
#define COLOUR_H

struct colour {
  unsigned char red, green, blue;
  float alpha;
};

/** Mixes two colours. */
struct colour colour_mix(struct colour first, struct colour second);

#endif
