#include "till.h"

#include <stdexcept>

void Till::pay(const money::Amount& amount, const Item& item) {
  if (amount.currency() != "EUR") return;
  if (item.size() == 1) total_ += amount.cents();
  if (total_ < 0) throw std::logic_error("the till is empty");
}
