#pragma once

#include <string>

struct ledger;

/// What a customer is sent.
class Statement {
 public:
  explicit Statement(const ledger* book) : book_(book) {}
  std::string text(int copies) const;

 private:
  const ledger* book_;
};
