// Crashes met while a suite was made, each as a test of its own and a report.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "crash/report.h"
#include "explore/oracles.h"
#include "explore/sanitized_suite.h"
#include "explore/suite.h"
#include "run/fork_server.h"
#include "session/subject.h"
#include "strategy/strategy.h"

namespace reenact {

/// A crash met on the way.
struct ExploredCrash {
  std::string name;  // of its files
  std::string description;
  std::string doubt;        // why it may be the test's own mistake, in words; empty: nothing speaks for it
  std::string test_source;  // crashes
  std::string report;       // as `reproduce` reads it; empty: of a rare kind (explore/crash_text.h)
};

/// Collects them. Of one place, reached in several ways, one test is enough.
class CrashTests {
 public:
  /// Keeps references to all.
  CrashTests(const Subject& subject, const Clock& clock, const std::atomic<bool>& interrupted)
      : subject_(subject), clock_(clock), interrupted_(interrupted) {}

  /// Those of the search, minimised in `server`.
  void add_met(const std::vector<OtherCrash>& met, ForkServer& server);
  /// What AddressSanitizer finds in tests of the suite that pass without it: `harmful` of `kept`, in the program `suite`.
  void add_findings(const std::vector<KeptTest>& kept, const std::vector<HarmfulTest>& harmful,
                    SanitizedSuite& sanitized, const std::filesystem::path& suite);

  std::vector<ExploredCrash> crashes;
  std::set<std::string> null_arguments;  // that are not taken: "XMLUtil::ToInt, argument 2"; such crashes have no test
  std::vector<std::string> notes;

 private:
  /// False: it does not happen in a process of its own, and has no test.
  [[nodiscard]] bool add(const OtherCrash& crash, ForkServer& server);
  bool add_nulls(const TestCase& test, const std::function<bool(const TestCase&)>& crashes_so);
  /// `end`: of making it smaller.
  void add_finding(const TestCase& test, const CrashReport& finding, SanitizedSuite& sanitized, Clock::Duration end);
  [[nodiscard]] std::string doubt_about_finding(const TestCase& test, const CrashReport& finding) const;
  [[nodiscard]] std::string argument_in_words(const TestCase& test, std::size_t i, std::size_t k) const;
  [[nodiscard]] std::string unique_name(const std::string& wish);

  const Subject& subject_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  std::set<std::string> names_, described_;
};

}  // namespace reenact
