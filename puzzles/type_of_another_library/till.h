#ifndef TILL_H
#define TILL_H

#include "money.h"

/** What a receipt is written for. */
using Item = money::OneOf<char, double>;

/** A till for one currency. */
class Till {
 public:
  /** Takes that amount for the item. */
  void pay(const money::Amount& amount, const Item& item);
  long total() const { return total_; }

 private:
  long total_ = 0;
};

#endif
