#include "account.h"

Refused::~Refused() {}

[[noreturn]] static void refuse(bool is_negative, int amount) {
  throw Refused((is_negative ? "no negative amounts: " : "over the limit: ") + std::to_string(amount));
}

int withdraw(int balance, int amount) {
  if (amount < 0 || amount > 100) refuse(amount < 0, amount);
  return balance - amount;
}
