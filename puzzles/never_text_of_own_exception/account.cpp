#include "account.h"

#ifdef OLDER_VERSION
#define MOST 100
#else
#define MOST 0x7fffffff
#endif

Refused::~Refused() {}

[[noreturn]] static void refuse(bool is_negative, int amount) {
  throw Refused((is_negative ? "no negative amounts: " : "over the limit: ") + std::to_string(amount));
}

int withdraw(int balance, int amount) {
  if (amount < 0 || amount > MOST) refuse(amount < 0, amount);
  return balance - amount;
}
