#ifndef NEST_H
#define NEST_H

typedef struct nest {
  struct nest* inner;
} nest;

/** Puts `inner` into `outer`. */
void nest_put(nest* outer, nest* inner);
/** How deep it is. */
int nest_depth(const nest* n);

#endif
