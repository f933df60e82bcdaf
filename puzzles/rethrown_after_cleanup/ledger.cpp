#include "ledger.h"

void Ledger::add_amounts(const std::string& text) {
  int amount = 0;
  for (const char c : text) {
    if (c == ' ') {
      total_ += amount;
      amount = 0;
      continue;
    }
    if (c < '0' || c > '9') throw std::invalid_argument("no digit");
    amount = amount * 10 + (c - '0');
  }
  total_ += amount;
}

void Ledger::add(const std::string& text) {
  const int before = total_;
  try {
    add_amounts(text);
  } catch (...) {
    total_ = before;
    throw;
  }
}
