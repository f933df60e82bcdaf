#pragma once

#include <stdexcept>

/// What a customer owes. With LEDGER_STRICT, mistakes of the caller are exceptions.
class Ledger {
 public:
  void owe(int cents) { owed_ += cents; }
  void pay(int cents) {
#ifdef LEDGER_STRICT
    check(cents);
#endif
    owed_ -= cents;
  }
  int owed() const { return owed_; }

 private:
  void check(int cents) const {
    if (cents > owed_) throw std::range_error("paid more than owed");
  }

  int owed_ = 0;
};
