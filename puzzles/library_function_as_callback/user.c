#include <stdio.h>

#include "roster.h"

int main(void) {
  roster_t *roster = roster_new(roster_by_length);
  roster_add(roster, "Ann");
  puts(roster_first(roster));
  roster_free(roster);
  return 0;
}
