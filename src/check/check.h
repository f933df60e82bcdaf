// Builds the printed test without any instrumentation of ours and reruns it in fresh processes. The only maker of a
// "reproduced" verdict.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "crash/match.h"
#include "crash/report.h"
#include "subject/subject.h"

namespace reenact {

struct CheckRequest {
  std::string test_source;               // the text of crash_test.cpp
  std::filesystem::path work_dir;        // scratch, ours
  TestBuild build;
  const CrashReport* report = nullptr;
  std::size_t frames = 0;                // subject frames that must match, innermost first (frame k)
  unsigned runs = 3;
};

enum class VerdictStatus { kReproduced, kPartial, kNotReproduced };

struct Verdict {
  VerdictStatus status = VerdictStatus::kNotReproduced;
  unsigned runs = 0, runs_matching = 0;   // "3/3"
  std::size_t frames_matched = 0;         // the fewest over the runs
  std::string difference;                 // of the first run that differs; empty if reproduced
  CrashReport observed;                   // of the first run that crashed
};

/// kSubject error: the test does not compile or link (the compiler's words).
[[nodiscard]] Expected<Verdict> check(const CheckRequest& request);

}  // namespace reenact
