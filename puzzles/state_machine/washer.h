#pragma once

/// A washing machine: close, fill, heat, spin.
class Washer {
 public:
  void close_door();
  void fill(int litres);
  void heat(int celsius);
  void spin(int rounds);

 private:
  enum class State { kOpen, kClosed, kFilled, kHot };
  State state_ = State::kOpen;
};
