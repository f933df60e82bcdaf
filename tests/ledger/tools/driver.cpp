#include <cstdio>

#include "ledger.h"
#include "statement.hpp"

int main() {
  ledger* book = ledger_open("driver");
  std::printf("%lx\n", ledger_seal(book));
  std::fputs(Statement(book).text(1).c_str(), stdout);
  ledger_close(book);
}
