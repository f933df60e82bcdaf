#include "ledger.h"

int main() {
  Ledger ledger;
  Ledger copy(ledger);
  return copy.sum();
}
