// The one clock, injected so that tests can move time by hand.
#pragma once

#include <chrono>

namespace reenact {

class Clock {
 public:
  using Duration = std::chrono::nanoseconds;
  virtual ~Clock() = default;
  /// Time since an arbitrary fixed origin; never goes back.
  [[nodiscard]] virtual Duration now() const = 0;
};

class SteadyClock final : public Clock {
 public:
  [[nodiscard]] Duration now() const override { return std::chrono::steady_clock::now().time_since_epoch(); }
};

class ManualClock final : public Clock {
 public:
  [[nodiscard]] Duration now() const override { return now_; }
  void advance(Duration by) { now_ += by; }

 private:
  Duration now_{};
};

}  // namespace reenact
