#include "statement.hpp"

#include "ledger.h"

std::string Statement::text(int copies) const {
  std::string result;
  for (int i = 0; i < copies && i < 3; ++i)
    result += "average: " + std::to_string(ledger_average(book_)) + "\n"; /* its caller */
  return result;
}
