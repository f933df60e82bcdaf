#pragma once

namespace meter {

/// A meter behind a line on which no answer comes.
class Device {
 public:
  Device();
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// Waits for the answer of a register, for up to 0.4 seconds.
  bool ask(unsigned char number);
  /// Throws std::runtime_error if registers 3 and 4 were asked for, in this order, and did not answer.
  void check() const;

 private:
  int line_[2];
  unsigned char last_ = 0;
  bool lost_ = false;
};

}  // namespace meter
