// `--others DIR`: the crashes met on the way to the report's, each as a test of its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "base/clock.h"
#include "print/print.h"
#include "program/program_model.h"
#include "run/executor.h"
#include "strategy/strategy.h"

namespace reenact {

/// One printed test.
struct OtherTest {
  std::string name;       // of its file, without folder and extension; unique, in the order of the crashes met
  std::string source;     // the printed test
  std::size_t crash = 0;  // index of its crash among those met
};

/// What became of the crashes met.
struct OtherTests {
  std::vector<OtherTest> tests;
  std::vector<std::string> notes;  // crashes without a test, and why
};

/// Makes them.
class OtherTestWriter {
 public:
  struct Context {
    const ProgramModel& program;
    const ApiModel& api;
    Executor& executor;
    const Clock& clock;
    /// Ends minimising when true (Ctrl-C).
    std::function<bool()> stop;
    /// The smallest prelude with which the printed test compiles; false: there is none. Sets `options.prelude`.
    std::function<bool(const TestCase&, PrintOptions& options)> choose_prelude;
    bool expect_crash = false;
    TestFormat format = TestFormat::kGtest;
  };

  explicit OtherTestWriter(Context context) : context_(std::move(context)) {}

  /// Each crash is seen again in a child of its own, minimised for at most half a second, and printed. Such a test is
  /// not verified by check/: its comment says so.
  [[nodiscard]] OtherTests write(const std::vector<OtherCrash>& crashes);

 private:
  void write_one(const OtherCrash& crash, std::size_t index, OtherTests& result);
  [[nodiscard]] bool crashes_so(const TestCase& test, const CrashKey& key);
  [[nodiscard]] PrintOptions options_for(const OtherCrash& crash) const;

  Context context_;
};

}  // namespace reenact
