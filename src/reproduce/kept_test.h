// The test that a reproduction ends with: what was found, checked in fresh processes, and kept if none is better.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "goal/goal.h"
#include "reproduce/reproduce.h"
#include "session/subject.h"
#include "session/test_checker.h"

namespace reenact {

class KeptTest {
 public:
  /// Keeps references to all, whose contents may change: `frames` are those of `report` in the subject, and what is kept goes to `result`.
  KeptTest(const CrashReport& report, const Subject& subject, const std::vector<TargetFrame>& frames,
           const ReproduceOptions& options, std::optional<TestChecker>& checker, Reproduction& result)
      : report_(report), subject_(subject), frames_(frames), options_(options), checker_(checker), result_(result) {}

  /// Has `test`, the goal's crash under our probes, checked in fresh processes, and keeps it if none is better. How it
  /// differs; empty: it does not. Errors: kInterrupted. REQUIRES: there is a checker.
  [[nodiscard]] Expected<std::string> difference(const Goal& goal, const TestCase& test);
  /// Of tests that reproduce inner frames only.
  [[nodiscard]] const std::vector<std::string>& partial_texts() const { return partial_texts_; }

 private:
  /// Does `test` crash as the report's `frames` innermost frames do? `print` is left as the form of the verdict.
  Expected<Verdict> verify(const Goal& goal, const TestCase& test, std::size_t frames, PrintOptions& print);
  /// Of the report's frames, without those of the reporter's own program: as many as --frame says.
  [[nodiscard]] std::size_t frames_asked() const;
  /// A test that was looked for by its innermost `frames` frames may have more of the report's: then verified for these
  /// too. Returns how many frames `verdict` and `print` are about.
  std::size_t widened(const Goal& goal, const TestCase& test, std::size_t frames, Verdict& verdict,
                      PrintOptions& print);
  void keep_test(const TestCase& test, const std::string& lacks, const PrintOptions& print);
  void keep_nearest(const TestCase& test, const std::string& lacks, PrintOptions print);
  void keep_verdict(const TestCase& test, const Verdict& verdict, std::size_t k, PrintOptions print);
  /// What a test lacks that has the report's `k` innermost frames: where the next one is in the project, how that differs.
  [[nodiscard]] std::string words_of_part(const Verdict& verdict, std::size_t k) const;

  const CrashReport& report_;
  const Subject& subject_;
  const std::vector<TargetFrame>& frames_;
  const ReproduceOptions& options_;
  std::optional<TestChecker>& checker_;
  Reproduction& result_;
  std::vector<std::string> partial_texts_;
};

}  // namespace reenact
