#include "ledger.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "config.h"
#include "tally.h"

#ifndef LEDGER_FROM_RESPONSE_FILE
#error "the response file's definition is missing"
#endif

struct ledger {
  char owner[LEDGER_NAME_LENGTH];
  int entries[LEDGER_LIMIT];
  int count;
};

ledger *ledger_open(const char *owner) {
  ledger *book = calloc(1, sizeof *book);
  if (book && owner) strncpy(book->owner, owner, sizeof book->owner - 1);
  return book;
}

void ledger_close(ledger *book) { free(book); }

int ledger_add(ledger *book, int amount) {
  if (book->count == LEDGER_LIMIT) return -1;
  book->entries[book->count++] = amount;
  return 0;
}

int ledger_average(const ledger *book) {
  assert(book->count > 0); /* the crash */
  return tally_sum(book->entries, book->count) / book->count;
}

unsigned long ledger_seal(const ledger *book) {
  return crc32(0, (const unsigned char *)book->owner, (unsigned)strlen(book->owner));
}
