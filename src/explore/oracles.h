// What tests assert: that results are what they were, if they are so each time.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "check/check.h"
#include "explore/suite.h"
#include "print/print.h"
#include "session/subject.h"

namespace reenact {

struct SuiteRequest {
  std::string name;            // of the GoogleTest suite
  std::size_t first_case = 1;  // number of the first test
  unsigned runs = 5;
  /// Builds a suite with this text so that AddressSanitizer ends the process at what a test breaks, once all pass. Empty: nothing is looked
  /// for.
  std::function<Expected<std::filesystem::path>(const std::string&)> with_sanitizer;
  /// Which of the suite's tests, by name ("Account.Case7"), are wanted once all pass; asked once. Empty: all are.
  std::function<Expected<std::set<std::string>>(const PrintedSuite&, const std::vector<std::string>&)> wanted;
  std::filesystem::path work_dir;  // scratch, ours
  const std::atomic<bool>* interrupted = nullptr;
};

/// A test that AddressSanitizer ends.
struct HarmfulTest {
  std::size_t test = 0;  // of those that were given
  std::string name;      // in the suite: "Account.Case7"
};

struct WrittenSuite {
  PrintedSuite printed;
  std::size_t tests = 0, assertions = 0;
  std::vector<HarmfulTest> harmful;  // left out, unless nothing else is left
  std::vector<std::string> notes;    // what was left out, and why
};

/// Prints the tests as one file; builds and runs it `runs` times in fresh processes, recording what calls return; asserts what was the
/// same each time; then runs it as often again, and leaves out what fails, ends the process, does not build, or writes where it must not. Of the subject's headers those
/// are included that are needed, if that is found soon. Where no test is wanted the suite is empty. Errors: nothing is
/// left for other reasons; the build's; those of `wanted`.
[[nodiscard]] Expected<WrittenSuite> write_suite(const std::vector<KeptTest>& tests, const Subject& subject,
                                                 const TestBuild& build, const SuiteRequest& request);

}  // namespace reenact
