#include "strategy/backward/explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "strategy/backward/crash_paths.h"
#include "strategy/backward/explanation_writer.h"

namespace reenact {

std::optional<std::size_t> innermost_impossible(const Explanation& explanation) {
  const auto found = std::ranges::find_if(explanation.frames, &ExplainedFrame::cannot_be);
  if (found == explanation.frames.end()) return std::nullopt;
  return static_cast<std::size_t>(found - explanation.frames.begin());
}

std::string why_impossible(const Explanation& explanation) {
  const auto frame = innermost_impossible(explanation);
  if (!frame) return {};
  const ExplainedFrame& at = explanation.frames[*frame];
  return fmt::format("this version cannot crash there: on no path through {} ({}:{}) {}", at.function,
                     at.file.substr(at.file.rfind('/') + 1), at.line.value, fmt::join(explanation.candidates, ", or "));
}

Explanation explain(const Goal& goal, Bitcode& bitcode, const CallGraph& graph, const BackwardOptions& options,
                    std::size_t enough, const Clock& clock, const std::function<bool()>& interrupted) {
  backward::Workshop workshop(bitcode, *goal.program, graph, clock);
  backward::Words words(workshop.expressions(), workshop.values(), workshop.memory(), workshop.places());
  const auto begin = clock.now();
  const auto is_late = [&] { return clock.now() - begin > std::chrono::seconds(options.seconds) || interrupted(); };
  workshop.stop_if(is_late);
  std::string stopped;
  const std::vector<backward::Level> levels = levels_of(goal.frames, workshop, stopped);
  const std::size_t frames = frames_in(levels);
  backward::ExplanationWriter writer(goal, frames, words, enough);
  std::vector<backward::CrashPaths> paths;
  if (!levels.empty()) {
    backward::Executor finder(workshop.shared(), options, levels);
    backward::CrashConditions conditions =
        crash_conditions(*goal.report, goal.frames.front(), workshop.shared(), finder);
    if (!conditions.none.empty()) stopped = conditions.none;
    writer.add_candidates(conditions.all);
    for (std::size_t i = 0; i < conditions.all.size(); ++i) {
      paths.emplace_back(workshop.shared(), options, levels, std::move(conditions.all[i].start), enough);
      std::size_t outermost = 0;  // preconditions of the outermost frame that this condition has
      while (outermost < enough && !is_late()) {
        const auto found = paths.back().next(outermost == 0, is_late);
        if (!found) break;
        outermost += writer.note(*found, i) && found->frame == frames - 1;
      }
    }
    if (is_late()) stopped = fmt::format("the time of {} s is over", options.seconds);
  }
  Explanation result = writer.written(paths);
  result.stopped = stopped;
  result.seconds = std::chrono::duration<double>(clock.now() - begin).count();
  return result;
}

}  // namespace reenact
