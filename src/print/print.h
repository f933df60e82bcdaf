// A test case as the GoogleTest file a maintainer would commit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "crash/report.h"
#include "testcase/test_case.h"

namespace reenact {

/// For whom a test is written. kMain: a program of its own, for an issue.
enum class TestFormat : std::uint8_t { kGtest, kCatch2, kDoctest, kMain };

struct PrintOptions {
  TestFormat format = TestFormat::kGtest;
  std::string suite;                     // e.g. "InsertFirstChild"
  std::string name;                      // e.g. "CrashesWithNullDereference"
  std::vector<std::string> comment;      // lines above the test: the crash, where
  std::vector<std::string> prelude;      // #include lines of the subject's public headers (may hold extern "C" blocks)
  bool expect_crash = false;             // EXPECT_DEATH / EXPECT_THROW form instead of crashing
  CrashKind kind = CrashKind::kUnknown;  // for expect_crash
  std::string exception_type;            // for expect_crash
  std::string message;                   // for expect_crash: assertion text
  /// Texts in heap blocks of exactly their size, so that AddressSanitizer sees reads behind their end (a
  /// literal's would be seen as a global's, or hidden by its NUL).
  bool texts_on_heap = false;
  /// Objects given by value are moved: the model does not say which parameters are rvalue references.
  bool move_values = false;
  /// Lines behind a call whose result has a value to be compared (api/api_model.h: numbers, truth values, enumerations, pointers,
  /// texts): statement, variable. Such a result is then declared, whatever uses it. Empty: none.
  std::function<std::vector<std::string>(std::size_t statement, const std::string& variable)> behind_result = {};
};

/// The whole file, in `options.format`. Deterministic. REQUIRES: valid(test, api); `expect_crash` is set only where
/// can_expect() says so.
/// Literals used once stand where they are used; other variables are named after the parameters they are
/// passed to. Results that nothing uses are dropped. Templates of the callables: see api/api_model.h.
[[nodiscard]] std::string print_test(const TestCase& test, const ApiModel& api, const PrintOptions& options);
/// The same for GoogleTest, whatever the format: what verdicts are made of.
[[nodiscard]] std::string print_gtest(const TestCase& test, const ApiModel& api, PrintOptions options);

/// Has the format a form that passes while that kind of crash is there? Only GoogleTest knows tests of a death; a plain
/// program expects nothing.
[[nodiscard]] bool can_expect(TestFormat format, CrashKind kind);

/// One test of a suite, and how it is printed; `options.prelude` is the suite's, all else its own.
struct SuiteTest {
  const TestCase* test = nullptr;
  PrintOptions options;
};
/// All of them in one file that includes `prelude`. Behind it, by test: the number of its first line; and how many of the
/// source's first characters are includes.
struct PrintedSuite {
  std::string source;
  std::vector<std::size_t> first_lines;
  std::size_t includes = 0;
};
[[nodiscard]] PrintedSuite print_gtest_suite(std::span<const SuiteTest> tests, const ApiModel& api,
                                             const std::vector<std::string>& prelude, const std::string& head);

}  // namespace reenact
