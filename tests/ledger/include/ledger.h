#ifndef LEDGER_H
#define LEDGER_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ledger ledger;

ledger* ledger_open(const char* owner);
void ledger_close(ledger* book);
/** Adds an entry; refuses more than the limit of the build. */
int ledger_add(ledger* book, int amount);
int ledger_average(const ledger* book);
/** A checksum of the owner's name. */
unsigned long ledger_seal(const ledger* book);

#ifdef __cplusplus
}
#endif

#endif
