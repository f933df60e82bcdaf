#ifndef BUDGET_H
#define BUDGET_H

/** Balances income and expenses; 0 if they are in order. */
int budget_balance(int income, int expenses);

#endif
