#include "tally.h"

#define TEST_CASE(name) bool name()

TEST_CASE(adds_digits) {
  Tally tally;
  tally_add(tally, "1,1");
  return tally.counts[1] == 2;
}
