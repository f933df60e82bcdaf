// How long a test takes, for strategies that spend time on other things than tests: turns are measured in tests.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/budget.h"
#include "base/clock.h"

namespace reenact {

class TestPace {
 public:
  /// Of the part of a search that spends `budget`, which must outlive it, with so many searchers at once, 1 or more.
  TestPace(const Budget& budget, unsigned jobs) : budget_(budget), jobs_(jobs) {}

  /// In seconds, above 0. What was taken apart does not count: else whoever takes long made tests look slow, and its own turns short.
  [[nodiscard]] double seconds_per_test() const {
    const auto searched = (budget_.elapsed() - budget_.lent()) * jobs_ - apart_.load();
    const double searching = std::chrono::duration<double>(searched).count();
    return std::max(searching, kLeast) / static_cast<double>(std::max<std::uint64_t>(budget_.executions(), 1));
  }
  /// A searcher did something else than tests for so long.
  void take_apart(Clock::Duration time) { apart_ = apart_.load() + time; }

 private:
  static constexpr double kLeast = 1e-6;  // seconds
  const Budget& budget_;
  const unsigned jobs_;
  std::atomic<Clock::Duration> apart_{Clock::Duration{}};  // taken by the first searcher alone
};

}  // namespace reenact
