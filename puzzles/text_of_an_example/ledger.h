#ifndef LEDGER_H
#define LEDGER_H

/* Reads a ledger: a first line that says who wrote it, then shares, one a line: "12/4". Returns their sum, or -1. */
long ledger_total(const char *text);

#endif
