#include "tally_add.h"
#include "tally_luck.h"

#define TEST_CASE(name) bool name()

TEST_CASE(no_sevens_no_luck) {
  Tally tally;
  return tally.luck('7') == 0;
}
