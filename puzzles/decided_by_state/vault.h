#pragma once

/// A vault: turn the knob to the right number, then open it.
class Vault {
 public:
  void turn(int number);
  void open();

 private:
  [[nodiscard]] bool is_unlocked() const { return unlocked_; }
  bool unlocked_ = false;
};
