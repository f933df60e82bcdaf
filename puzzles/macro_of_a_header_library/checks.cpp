#include "ledger.h"

int main() {
  Ledger ledger;
  ledger.owe(500);
  ledger.pay(200);
  return ledger.owed() == 300 ? 0 : 1;
}
