// Tests and the unit that they are of, with AddressSanitizer: what passes may still have written behind its buffer.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "build/clean_build.h"
#include "crash/report.h"

namespace reenact {

struct SanitizedRequest {
  TestBuild build;
  std::vector<TestSource>
      unit;  // of the build's sources: those that get the sanitizer; the other files are linked as they are
  std::filesystem::path work_dir;  // scratch, ours
  unsigned jobs = 1;
};

/// Builds programs of tests so that AddressSanitizer ends them at what they break.
class SanitizedSuite {
 public:
  explicit SanitizedSuite(SanitizedRequest request) : request_(std::move(request)) {}

  /// The program of a file of tests with this text. The unit is compiled with the first one. Errors: as build_test (check/check.h).
  [[nodiscard]] Expected<std::filesystem::path> program(const std::string& source) {
    return built(source, {}, "suite");
  }
  /// The same of one test alone, which is compiled sooner: it is no verdict's.
  [[nodiscard]] Expected<std::filesystem::path> program_of_one(const std::string& source);
  /// What AddressSanitizer finds in the test of that name ("Account.Case7"), run alone; nullopt: nothing. Errors: as run_test (check/run_test.h).
  [[nodiscard]] Expected<std::optional<CrashReport>> finding(const std::filesystem::path& program,
                                                             const std::string& test) const;

 private:
  [[nodiscard]] Expected<std::filesystem::path> built(const std::string& source,
                                                      const std::filesystem::path& small_gtest, const char* folder);
  Expected<void> compile_unit();

  SanitizedRequest request_;
  bool is_compiled_ = false;  // the unit: its objects come first among the build's, and are taken
};

}  // namespace reenact
