// From a test case to a verdict: prints it in the forms it can be written down in, and has each checked (check/).
#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <optional>

#include "check/check.h"
#include "print/print.h"
#include "session/subject.h"

namespace reenact {

class TestChecker {
 public:
  /// Starts the clean build; it goes on beside whatever comes before the first `check`. `subject` must outlive this, and
  /// so must the flag in `options` by which all of this is interrupted.
  TestChecker(const Subject& subject, const SubjectOptions& options, std::filesystem::path scratch);

  /// `wanted` says what must hold: its report and frames, or its description; folder and build are set here. The most readable form that holds is the
  /// test; what the model does not say decides: whether a text's heap block matters, whether a parameter takes an rvalue,
  /// which header suffices. `print` is left as the form of the verdict.
  [[nodiscard]] Expected<Verdict> check(const TestCase& test, const CheckRequest& wanted, PrintOptions& print);
  /// Makes `print`, the form that `check` has verified, the one that passes while the crash is there: EXPECT_THROW where
  /// the exception comes out, of a type that tests may name, else EXPECT_DEATH.
  void expect_crash(const TestCase& test, PrintOptions& print) const;
  /// Waits for the clean build; `check` does so too. Errors: the build's.
  [[nodiscard]] Expected<void> finish_build();
  /// Sets `print.prelude` to the headers the test needs (session/prelude_choice.h); false: not even all of them
  /// suffice. REQUIRES: finish_build() succeeded.
  bool choose_prelude(const TestCase& test, PrintOptions& print) const;
  /// With which tests are checked; empty before the build is finished.
  [[nodiscard]] const TestBuild& build() const { return build_; }

 private:
  void add_includes(TestBuild& build) const;
  /// `tried`: why the test cannot be built. As it is, or with the flags that help.
  Expected<Verdict> check_remedied(Expected<Verdict> tried, const TestCase& test, const CheckRequest& wanted,
                                   PrintOptions& print);
  [[nodiscard]] CheckRequest in_scratch(CheckRequest wanted) const;
  [[nodiscard]] Expected<Verdict> check_forms(const TestCase& test, CheckRequest request, PrintOptions& print) const;

  const Subject& subject_;
  SubjectOptions options_;
  const std::atomic<bool>* interrupted_;
  std::filesystem::path scratch_;
  std::optional<Error> failed_;  // why there is no build
  std::future<Expected<TestBuild>> clean_;
  TestBuild build_;
  using Flags = std::vector<std::string>;
  void (*remedy_)(Flags&) = nullptr;  // changes flags so that tests can be built
};

}  // namespace reenact
