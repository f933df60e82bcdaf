#include "tally_add.h"

#define TEST_CASE(name) bool name()

TEST_CASE(adds_digits) {
  Tally tally;
  tally.add("1,1");
  return true;
}
