#include "budget.h"

int main(void) { return budget_balance(11321, 1000); }
