#include "ledger.h"

int main() {
  Ledger ledger;
  ledger.owe(100);
  ledger.pay(150);
}
