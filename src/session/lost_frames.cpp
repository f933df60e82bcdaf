#include "session/lost_frames.h"

#include <algorithm>

#include "crash/match.h"

namespace reenact {
namespace {

std::vector<const Frame*> frames_of_the_subject(const CrashReport& report) {
  std::vector<const Frame*> result;
  for (const Frame& frame : report.frames)
    if (frame.owner == FrameOwner::kSubject) result.push_back(&frame);
  return result;
}

/// Is what was seen in the place of the first frame that differs reported further out?
bool has_lost_frames(const Verdict& verdict, const CheckRequest& request) {
  const MatchResult result = match(*request.report, verdict.observed, request.frames);
  if (!result.same_kind || result.frames_matched >= request.frames) return false;
  const std::vector<const Frame*> wanted = frames_of_the_subject(*request.report),
                                  seen = frames_of_the_subject(verdict.observed);
  const std::size_t first = result.frames_matched;
  return first < seen.size() && first < wanted.size() &&
         std::any_of(
             wanted.begin() + static_cast<std::ptrdiff_t>(first) + 1, wanted.end(),
             [&](const Frame* each) { return same_place(*each, *seen[first]); });
}

}  // namespace

void look_for_lost_frames(Verdict& verdict, CheckRequest request, SubjectOptions options,
                          const std::function<Expected<TestBuild>(const SubjectOptions&, bool whole)>& build) {
  if (request.report == nullptr || verdict.status == VerdictStatus::kReproduced || !has_lost_frames(verdict, request))
    return;
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
      "the frames of the project's own build, which leaves out some that are reported: they are those of a build "
      "without optimisation");
  verdict = std::move(*again);
}

}  // namespace reenact
