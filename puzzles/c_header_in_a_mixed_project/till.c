#include "till.h"

int till_change(int paid, int coin) {
  if (paid < 20) return 0;
  return paid / (coin - 7);
}
