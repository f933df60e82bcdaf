#ifndef LEDGER_H
#define LEDGER_H

/** The larger of the sums of two months, 1 to 12; 0 for a month that there is not. */
int ledger_larger(int month, int other);

#endif
