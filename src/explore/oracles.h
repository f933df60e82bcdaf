// What tests assert: that results are what they were, if they are so each time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "check/check.h"
#include "explore/suite.h"
#include "print/print.h"
#include "session/subject.h"

namespace reenact {

struct SuiteRequest {
  std::string name;  // of the GoogleTest suite
  unsigned runs = 5;
  std::filesystem::path work_dir;  // scratch, ours
  const std::atomic<bool>* interrupted = nullptr;
};

struct WrittenSuite {
  std::string source;
  std::size_t tests = 0, assertions = 0;
  std::vector<std::string> notes;  // what was left out, and why
  std::filesystem::path program;   // the suite, built
};

/// Prints the tests as one file; builds and runs it `runs` times in fresh processes, recording what calls return; asserts what was the
/// same each time; then runs it as often again, and leaves out what fails. Errors: nothing is left; the build's.
[[nodiscard]] Expected<WrittenSuite> write_suite(const std::vector<KeptTest>& tests, const Subject& subject,
                                                 const TestBuild& build, const SuiteRequest& request);

}  // namespace reenact
