#include "ticket.h"

#include <assert.h>

#ifdef OLDER_VERSION
#define MOST_ZONES 12
#else
#define MOST_ZONES 9
#endif

int ticket_price(int age, int zones) {
  assert(age >= 0);
  assert(zones >= 0);
  if (zones > MOST_ZONES) zones = MOST_ZONES;
  assert(zones < 10);
  return age < 18 ? zones : 2 * zones;
}
