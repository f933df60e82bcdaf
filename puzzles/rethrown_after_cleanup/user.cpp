#include "ledger.h"

int main() {
  Ledger ledger;
  ledger.add("12 x");
}
