#include "tally.h"

int main(void) {
  tally t = tally_new();
  tally_add(&t, "10711");
  return tally_luck(&t) == 0 ? 0 : 1;
}
