// From a test case to a verdict: prints it in the forms it can be written down in, and has each checked (check/).
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/clean_units.h"
#include "check/check.h"
#include "print/print.h"
#include "session/subject.h"

namespace reenact {

class TestChecker {
 public:
  /// Starts the clean build: of the units that a test needs which calls the functions `first` (linkage names); of all if there
  /// are none. It goes on, one unit at a time, beside whatever comes before the first `check`, which compiles what is
  /// missing then. `subject` must outlive this, and so must the flag in `options` by which all of this is interrupted.
  TestChecker(const Subject& subject, const SubjectOptions& options, std::filesystem::path scratch,
              std::vector<std::string> first = {});
  ~TestChecker() { hurry_ = no_more_sanitized_ = true; }
  TestChecker(const TestChecker&) = delete;
  TestChecker& operator=(const TestChecker&) = delete;

  /// `wanted` says what must hold: its report and frames, or its description; folder and build are set here. The most readable form that holds is the
  /// test; what the model does not say decides: whether a text's heap block matters, whether a parameter takes an rvalue,
  /// which header suffices. `print` is left as the form of the verdict.
  [[nodiscard]] Expected<Verdict> check(const TestCase& test, const CheckRequest& wanted, PrintOptions& print);
  /// What the tests of the next checks enter (Executor::entered_by); empty: that is not known. Of the units that a test links, those that it does
  /// not enter are not built with sanitizers: nothing in them can go wrong before the crash.
  void expect_entered(const std::vector<FunctionId>& functions);
  /// Makes `print`, the form that `check` has verified, the one that passes while the crash is there: EXPECT_THROW where
  /// the exception comes out, of a type that tests may name, else EXPECT_DEATH.
  void expect_crash(const TestCase& test, PrintOptions& print);
  /// Makes known how tests are compiled; `check` does so too. Errors: the build's.
  [[nodiscard]] Expected<void> know_build();
  /// The same, and compiles every unit.
  [[nodiscard]] Expected<void> finish_build();
  /// Sets `print.prelude` to the headers the test needs (session/prelude_choice.h); false: not even all of them
  /// suffice. REQUIRES: know_build() succeeded.
  bool choose_prelude(const TestCase& test, PrintOptions& print);
  /// With which tests are checked; empty before the build is known. Its objects are those that some test has needed.
  [[nodiscard]] const TestBuild& build() const { return build_; }

 private:
  /// A flag by which tests can be built whose compiler or linker says `sign` otherwise.
  struct Remedy {
    std::string sign, flag;
    bool is_taken = false;
  };
  static std::vector<Remedy> known_remedies();
  void add_remedy(const std::string& words);
  void add_includes(TestBuild& build) const;
  [[nodiscard]] std::optional<std::vector<std::string>> prelude_that_compiles(const TestCase& test, PrintOptions print,
                                                                              const TestBuild& build) const;
  /// `tried`: a verdict, or why the test cannot be built. Where the latter's words are a remedy's sign, the verdict with the remedy.
  Expected<Verdict> check_with_remedies(Expected<Verdict> tried, const TestCase& test, const CheckRequest& wanted,
                                        PrintOptions& print);
  /// Where nothing defines what the chosen headers declare, another header may: with all of them. Such a verdict takes the place of the error `tried`.
  void check_with_all_headers(Expected<Verdict>& tried, const TestCase& test, const CheckRequest& wanted,
                              PrintOptions& print);
  /// Where the optimised test is the reported crash, that is the verdict, and the next tests are optimised, too.
  void check_optimised(Verdict& verdict, const TestCase& test, const CheckRequest& wanted, PrintOptions& print);
  [[nodiscard]] bool is_choice() const;  // of headers, or of their order
  [[nodiscard]] CheckRequest in_scratch(CheckRequest wanted) const;
  [[nodiscard]] Expected<Verdict> check_forms(const TestCase& test, CheckRequest request, PrintOptions& print);
  [[nodiscard]] CleanUnits sanitized() const;
  Expected<void> compile_for(const TestCase& test);
  Expected<bool> compile_what_is_missing();
  template <typename Try>
  auto linked(CheckRequest& request, Try attempt);
  void sanitize_ahead(const TestCase& test, CheckRequest request);
  Expected<TestBuild> other_build(const SubjectOptions& options, bool whole);
  [[nodiscard]] std::vector<std::string> called_by(const TestCase& test) const;

  const Subject& subject_;
  SubjectOptions options_;
  const std::atomic<bool>* interrupted_;
  std::filesystem::path scratch_;
  std::vector<std::string> first_;
  std::optional<Error> failed_;  // why there is no build
  std::atomic<bool> hurry_ = false, no_more_sanitized_ = false;
  std::filesystem::path precompiled_gtest_;  // made ahead
  std::future<Expected<CleanUnits>> ahead_;
  std::future<void> sanitized_ahead_;
  std::optional<CleanUnits> units_;
  std::set<std::string> entered_;  // sources and functions that the next test enters
  TestBuild build_;
  bool own_headers_first_ = false;  // tests are built with_own_headers_first()
  std::vector<Remedy> remedies_ = known_remedies();
};

}  // namespace reenact
