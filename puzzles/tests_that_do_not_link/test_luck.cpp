#include "tally.h"

#define TEST_CASE(name) bool name()

TEST_CASE(no_sevens_no_luck) {
  Tally tally;
  tally_add(tally, "10711");
  return tally_luck(tally) == 0;
}
