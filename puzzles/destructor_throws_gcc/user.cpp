#include "ledger.h"

int main() {
  Ledger ledger;
  ledger.add(3);
  ledger.add(-4);
}
