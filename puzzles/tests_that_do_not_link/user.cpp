#include "tally.h"

int main() {
  Tally tally;
  tally_add(tally, "77");
  return static_cast<int>(tally_luck(tally));
}
