// The engine's side of execution, as strategies see it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/error.h"
#include "run/observation.h"
#include "testcase/test_case.h"

namespace reenact {

/// What running tests has cost beside the tests themselves.
struct RunCosts {
  std::uint64_t outlived = 0;   // crashes that the process of the test survived
  std::uint64_t hangs = 0;      // tests that were cut off
  double hang_seconds = 0;      // spent in them, of all workers together
  std::uint64_t processes = 0;  // started for tests

  RunCosts& operator+=(const RunCosts& more) {
    outlived += more.outlived;
    hangs += more.hangs;
    hang_seconds += more.hang_seconds;
    processes += more.processes;
    return *this;
  }
  RunCosts operator-(const RunCosts& earlier) const {
    return {outlived - earlier.outlived, hangs - earlier.hangs, hang_seconds - earlier.hang_seconds,
            processes - earlier.processes};
  }
};

/// Runs tests in the subject. Implementations: run/'s fork server, and fakes in unit tests.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Runs all tests, in order, calling `seen(i, observation)` for each in order. The observation is valid only during
  /// the call. An error means the subject's process is gone for good (e.g. it kills its own fork server repeatedly).
  [[nodiscard]] virtual Expected<void> run(std::span<const TestCase* const> tests,
                                           const std::function<void(std::size_t, const Observation&)>& seen) = 0;
  /// Runs one test in a child of its own, which no earlier test has touched: its result does not depend on state that
  /// other tests left in globals. It may take its time: it is never `cut_off`.
  [[nodiscard]] virtual Expected<void> run_alone(const TestCase& test,
                                                 const std::function<void(const Observation&)>& seen) = 0;
  /// The functions of the subject that `test`, run alone, enters, each once. Empty: that is not known.
  [[nodiscard]] virtual std::vector<FunctionId> entered_by(const TestCase& /*test*/) { return {}; }
  /// From now on tests have a whole stack, or again the small one of a search for an exhausted stack, where there is one
  /// (RunOptions::test_stack_kb). Fakes may have no stack of their own.
  virtual void use_whole_stack(bool /*whole*/) {}
  /// Since it started. Fakes may have none.
  [[nodiscard]] virtual RunCosts costs() const { return {}; }
};

/// Tests have a whole stack as long as this lives. One at a time.
class WholeStack {
 public:
  explicit WholeStack(Executor& executor) : executor_(executor) { executor_.use_whole_stack(true); }
  ~WholeStack() { executor_.use_whole_stack(false); }
  WholeStack(const WholeStack&) = delete;
  WholeStack& operator=(const WholeStack&) = delete;

 private:
  Executor& executor_;
};

}  // namespace reenact
