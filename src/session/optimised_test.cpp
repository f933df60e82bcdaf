#include "session/optimised_test.h"

#include <algorithm>

#include "build/assertions.h"
#include "build/flags.h"
#include "check/run_test.h"
#include "crash/match.h"
#include "crash/optimisation.h"

namespace reenact {

bool may_be_seen_if_optimised(const Verdict& verdict, const CheckRequest& request, const SubjectOptions& options) {
  if (verdict.status == VerdictStatus::kReproduced || request.build.optimises_test || request.report == nullptr ||
      request.report->dialect != Dialect::kAddressSanitizer)
    return false;
  const std::vector<FrameIndex> wanted = request.report->subject_frames(), seen = verdict.observed.subject_frames();
  const bool is_there =
      !wanted.empty() && !seen.empty() &&
      same_place(request.report->frames[wanted.front().index()], verdict.observed.frames[seen.front().index()]);
  if (!is_there && verdict.difference != kNothingCrashed) return false;
  if (shows_optimiser(request.report->frames) || shows_inlined_library(request.report->frames)) return true;
  const auto commands = subject_commands(options);
  return commands && std::ranges::any_of(*commands, is_optimised);
}

bool says_more(const Verdict& again, const Verdict& verdict) {
  return again.status == VerdictStatus::kReproduced ||
         (verdict.difference == kNothingCrashed && again.difference != kNothingCrashed);
}

TestBuild with_optimised_test(TestBuild build) {
  build.optimises_test = true;
  build.precompiled_gtest.clear();
  return build;
}

void note_optimised_test(Verdict& verdict) {
  verdict.not_compared.emplace_back(
      "a test without optimisation: it is compiled with -O1, or the sanitizer would not see into the C++ library");
}

}  // namespace reenact
