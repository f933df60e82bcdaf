#pragma once

#include <string>
#include <vector>

/// A list of amounts that has to be closed before it goes away.
class Ledger {
 public:
  void add(int amount);
  void close();
  /// Ends the program if amounts are left that do not add up to zero.
  ~Ledger();

 private:
  [[nodiscard]] int balance() const;
  std::vector<int> amounts_;
};
