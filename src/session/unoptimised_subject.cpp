#include "session/unoptimised_subject.h"

#include <algorithm>
#include <vector>

#include "build/assertions.h"
#include "build/flags.h"
#include "crash/match.h"

namespace reenact {
namespace {

/// Is it in the reported function, but of another kind or size of access? Else, is what was seen in the place of the first frame that differs reported
/// further out? Or is it the reported function, at another line?
bool is_near_miss(const Verdict& verdict, const CheckRequest& request) {
  const MatchResult result = match(*request.report, verdict.observed, request.frames);
  const std::vector<FrameIndex> wanted = request.report->subject_frames(), seen = verdict.observed.subject_frames();
  const auto reported = [&](std::size_t i) -> const Frame& { return request.report->frames[wanted[i].index()]; };
  const std::size_t first = result.frames_matched;
  if (first >= seen.size() || first >= wanted.size() || first >= request.frames) return false;
  const Frame& differs = verdict.observed.frames[seen[first].index()];
  if (!result.same_kind) return same_function(reported(0), differs);
  if (first > 0 && same_function(reported(first), differs)) return true;
  for (std::size_t i = first + 1; i < wanted.size(); ++i)
    if (same_place(reported(i), differs)) return true;
  return false;
}

bool is_any_unit_optimised(const SubjectOptions& options) {
  const auto commands = subject_commands(options);
  return commands && std::ranges::any_of(*commands, is_optimised);
}

}  // namespace

void check_unoptimised(Verdict& verdict, CheckRequest request, SubjectOptions options,
                       const std::function<Expected<TestBuild>(const SubjectOptions&, bool whole)>& build) {
  if (request.report == nullptr || verdict.status == VerdictStatus::kReproduced) return;
  if (!is_near_miss(verdict, request) && !request.report->is_unoptimised) return;
  if (!is_any_unit_optimised(options)) return;
  options.optimised = false;
  options.progress = nullptr;
  auto unoptimised = build(options, false);
  if (!unoptimised && unoptimised.error().kind == ErrorKind::kSubject) unoptimised = build(options, true);
  if (!unoptimised) return;
  request.build = std::move(*unoptimised);
  request.work_dir /= "unoptimised";
  auto again = check(request);
  if (!again || again->status != VerdictStatus::kReproduced) return;
  again->not_compared.emplace_back(
      "the frames of the project's own build, which is optimised and has other ones: they are those of a build without "
      "optimisation");
  verdict = std::move(*again);
}

}  // namespace reenact
