#ifndef TALLY_LUCK_H
#define TALLY_LUCK_H

#include "tally_value.h"

unsigned Tally::luck(char digit) const {
  const int which = value_of(digit);
  return which < 0 || counts_[which] < 2 ? 0 : counts_[which] / counts_[1];
}

#endif
