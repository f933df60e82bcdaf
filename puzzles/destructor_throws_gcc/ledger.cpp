#include "ledger.h"

#include <stdexcept>

void Ledger::add(int amount) { amounts_.push_back(amount); }

void Ledger::close() { amounts_.clear(); }

int Ledger::balance() const {
  int sum = 0;
  for (const int amount : amounts_) sum += amount;
  if (sum < 0) throw std::logic_error("overdrawn");
  return sum;
}

Ledger::~Ledger() {
  if (amounts_.size() > 1) (void)balance();
}
