#include "tally_add.h"
#include "tally_luck.h"

int main() {
  Tally tally;
  tally.add("77");
  return static_cast<int>(tally.luck('7'));
}
