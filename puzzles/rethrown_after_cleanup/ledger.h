#pragma once
#include <stdexcept>
#include <string>

class Ledger {
 public:
  /// Adds the amounts of a text like "3 4 5".
  void add(const std::string& text);
  int total() const { return total_; }

 private:
  void add_amounts(const std::string& text);
  int total_ = 0;
};
