#include "session/worker_options.h"

#include <algorithm>

#include "base/files.h"
#include "contain/confinement.h"

namespace reenact {

std::vector<std::filesystem::path> readable_by_tests(const SubjectOptions& subject) {
  std::vector<std::filesystem::path> result = paths_in(subject.link);
  result.push_back(std::filesystem::absolute(subject.build_dir));
  return result;
}

Expected<RunOptions> worker_options(const SubjectOptions& subject, const std::filesystem::path& scratch) {
  RunOptions run;
  run.scratch = scratch / "run";
  if (const auto made = make_folder(run.scratch); !made) return std::unexpected(made.error());
  run.readable = readable_by_tests(subject);
  run.address_sanitizer = subject.sanitizers.address;
  run.returned_stack = subject.sanitizers.returned_stack;
  run.ubsan_check = subject.sanitizers.undefined;
  if (run.address_sanitizer) run.test_timeout_ms = 1000;
  return run;
}

void observe_goal(const Goal& goal, RunOptions& run) {
  run.releases = !goal.freed_by.empty();
  run.allocations = !goal.allocated_by.empty();
  run.before_block = goal.report != nullptr && goal.report->block_side == BlockSide::kBefore;
  run.behind_block = goal.report != nullptr && goal.report->block_side == BlockSide::kAfter;
  run.throw_shown = goal.report != nullptr && goal.report->shows_throw();
  for (const TargetFrame& frame : goal.frames)
    if (std::ranges::find(run.enabled, frame.function) == run.enabled.end()) run.enabled.push_back(frame.function);
  for (std::size_t i = 0; i <= goal.target.index() && i < kMaxContext; ++i) {
    ContextFrame& frame = run.context.emplace_back(goal.frames[i].function, std::vector{goal.frames[i].line});
    frame.lines.insert(frame.lines.end(), goal.frames[i].other_lines.begin(), goal.frames[i].other_lines.end());
    frame.is_called_from_afar = goal.frames[i].left_out > 0;
  }
  run.deciding = goal.deciders.functions;
  run.asked = goal.deciders.asked;
}

}  // namespace reenact
