#ifndef TALLY_H
#define TALLY_H

#include <string>

/** Counts of the ten digits: a library of this header alone, whose author forgot `inline`. */
struct Tally {
  unsigned counts[10] = {};
};

/** Adds the digits of the text. */
void tally_add(Tally& tally, const std::string& text) {
  for (const char each : text)
    if (each >= '0' && each <= '9') ++tally.counts[each - '0'];
}

/** How many sevens there are for each one. */
unsigned tally_luck(const Tally& tally) {
  return tally.counts[7] < 2 ? 0 : tally.counts[7] / tally.counts[1];
}

#endif
