#include "budget.h"

#include <assert.h>

int budget_balance(int income, int expenses) {
  if (income < 1000 || expenses < 1000 || income > 100000 || expenses > 100000) return -1;
  assert(income - 7 * expenses != 4321);
  return 0;
}
