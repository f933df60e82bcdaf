// Runs tests in a real worker: testdata/subject.cpp, built and bridged as any subject is.
#pragma once

#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "run/fork_server.h"
#include "session/subject.h"

namespace reenact {

/// Plain function name and line; innermost first.
using SeenTrace = std::vector<std::pair<std::string, unsigned>>;

/// What a test's end looked like, kept beyond its batch.
struct Seen {
  Observation observation;  // without coverage
  SeenTrace trace;
};

class ForkServerTest : public testing::Test {
 protected:
  ForkServerTest();

  /// testdata/`source` in one set of sanitizers. Throws where it does not build. The cache is in the build folder, and
  /// is kept.
  static Subject prepare(const std::string& source, const Sanitizers& sanitizers);
  /// testdata/subject.cpp, built once for all tests.
  static const Subject& subject();
  /// The subject that the options ask for: this one, or the same with sanitizers.
  [[nodiscard]] const Subject& current() const;

  /// Line of the text "// @mark" in the subject's source.
  static unsigned line_of(const std::string& mark);
  /// Matches a trace whose innermost frame is subject::`function`, at the line of `mark` (if none is given, of a mark of
  /// the function's name).
  static testing::Matcher<const SeenTrace&> innermost_is(const std::string& function, const std::string& mark = "");

  [[nodiscard]] std::unique_ptr<ForkServer> start() const;

  /// Appends subject::`name`(numbers...), each number a statement of its own.
  void append(TestCase& test, const std::string& name, const std::vector<std::int64_t>& numbers = {}) const;
  [[nodiscard]] TestCase call(const std::string& name, const std::vector<std::int64_t>& numbers = {}) const;

  /// Runs all, shows each observation while it is there, and checks that they come back in order.
  static void run(ForkServer& server, const std::vector<TestCase>& tests,
                  const std::function<void(const Observation&)>& show);
  [[nodiscard]] std::vector<Seen> run(ForkServer& server, const std::vector<TestCase>& tests) const;
  /// One test in a worker of its own.
  [[nodiscard]] Seen run(const TestCase& test) const;
  [[nodiscard]] Seen run(const std::string& name, const std::vector<std::int64_t>& numbers = {}) const;

  /// Processes that run this worker.
  [[nodiscard]] std::size_t processes() const;
  /// The same, once the kernel has ended those whose fork server is gone.
  [[nodiscard]] std::size_t processes_once_at_most(std::size_t count) const;

  /// The harm was not done, the engine is well, and so is the worker.
  void expect_contained(const std::string& name) const;

  const std::filesystem::path scratch_;  // the worker's; empty at the start
  const std::filesystem::path victim_;   // a file outside of it that holds "kept"; only its owner may read and write it
  RunOptions options_;

 private:
  [[nodiscard]] Seen keep(const Observation& observation) const;
};

}  // namespace reenact
