#ifndef LEDGER_H
#define LEDGER_H

/** Splits `total` among as many as `count` is above `spare`. */
int ledger_share(int total, int count, int spare);

#endif
