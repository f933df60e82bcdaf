// How long a search may go on: wall time, executions, and the user's Ctrl-C, asked for in one place.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "base/clock.h"

namespace reenact {

/// Several threads may spend of one budget.
class Budget {
 public:
  /// `interrupted`, when given, ends the budget once it becomes true (set by a signal handler); not owned.
  Budget(const Clock& clock, std::chrono::nanoseconds time, std::uint64_t max_executions,
         const std::atomic<bool>* interrupted = nullptr)
      : clock_(clock), start_(clock.now()), given_(time), max_executions_(max_executions), interrupted_(interrupted) {}

  void spend(std::uint64_t executions) { executions_ += executions; }
  /// The time that something other than the search took, while no thread spent any.
  void lengthen(std::chrono::nanoseconds time) { lent_ += time; }
  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  [[nodiscard]] std::uint64_t executions_left() const {
    const std::uint64_t spent = executions_;
    return spent >= max_executions_ ? 0 : max_executions_ - spent;
  }
  /// Of the executions, where they are limited, else of the time: 0 to 1 and, at the end, a little more.
  [[nodiscard]] double share_spent() const {
    if (max_executions_ != std::numeric_limits<std::uint64_t>::max())
      return static_cast<double>(executions_) / static_cast<double>(std::max<std::uint64_t>(max_executions_, 1));
    return std::chrono::duration<double>(elapsed()) /
           std::max(std::chrono::duration<double>(time()), std::chrono::duration<double>(1e-9));
  }
  [[nodiscard]] std::chrono::nanoseconds elapsed() const { return clock_.now() - start_; }
  /// What it was lengthened by, in all.
  [[nodiscard]] std::chrono::nanoseconds lent() const { return lent_; }
  [[nodiscard]] std::chrono::nanoseconds time() const { return given_ + lent_; }
  [[nodiscard]] bool interrupted() const { return interrupted_ != nullptr && interrupted_->load(); }
  [[nodiscard]] bool exhausted() const { return interrupted() || executions_left() == 0 || elapsed() >= time(); }

 private:
  const Clock& clock_;
  std::chrono::nanoseconds start_;
  std::chrono::nanoseconds given_;
  std::chrono::nanoseconds lent_{0};
  std::uint64_t max_executions_ = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::uint64_t> executions_ = 0;
  const std::atomic<bool>* interrupted_;
};

}  // namespace reenact
