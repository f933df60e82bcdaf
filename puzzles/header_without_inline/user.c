#include "tally.h"

int main(void) {
  tally t = tally_new();
  tally_add(&t, "77");
  return (int)tally_luck(&t);
}
