#include "budget.h"

int main(void) { return budget_share(100, 250, 2); }
