#ifndef TALLY_H
#define TALLY_H

/** Counts of the ten digits: a library of this header alone, whose author forgot `static inline`. */
typedef struct {
  unsigned counts[10];
} tally;

/** No digits. */
tally tally_new(void) {
  tally made = {{0}};
  return made;
}

/** Adds the digits of the text. */
void tally_add(tally *t, const char *text) {
  for (; *text != 0; ++text)
    if (*text >= '0' && *text <= '9') ++t->counts[*text - '0'];
}

/** How many sevens there are for each one. */
unsigned tally_luck(const tally *t) { return t->counts[7] < 2 ? 0 : t->counts[7] / t->counts[1]; }

#endif
