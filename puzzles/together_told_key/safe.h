#pragma once

#include <string>

/// A safe with a dial and a key.
class Safe {
 public:
  /// Each '+' is a click; other characters turn the dial without one.
  void dial(const std::string& turns);
  /// Does nothing before enough clicks, or with a wrong key.
  void open(unsigned key);

 private:
  int clicks_ = 0;
};
