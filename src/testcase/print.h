// A test case as the GoogleTest file a maintainer would commit.
#pragma once

#include <string>
#include <vector>

#include "crash/report.h"
#include "testcase/test_case.h"

namespace reenact {

struct PrintOptions {
  std::string suite;                   // e.g. "InsertFirstChild"
  std::string name;                    // e.g. "CrashesWithNullDereference"
  std::vector<std::string> comment;    // lines above the test: the crash, where
  std::vector<std::string> prelude;    // #include lines of the subject's public headers (may hold extern "C" blocks)
  bool expect_crash = false;           // EXPECT_DEATH / EXPECT_THROW form instead of crashing
  CrashKind kind = CrashKind::kUnknown;   // for expect_crash
  std::string exception_type;             // for expect_crash
  std::string message;                    // for expect_crash: assertion text
};

/// The whole file. Deterministic. REQUIRES: valid(test, api).
[[nodiscard]] std::string print_gtest(const TestCase& test, const ApiModel& api, const PrintOptions& options);

}  // namespace reenact
