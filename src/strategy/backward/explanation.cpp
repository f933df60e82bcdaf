#include "strategy/backward/explanation.h"

#include <fmt/format.h>

#include <algorithm>

#include "strategy/backward/trace.h"
#include "strategy/backward/words.h"

namespace reenact {
namespace {

using backward::Asked;
using backward::Clause;
using backward::Found;

class Explainer {
 public:
  Explainer(const Goal& goal, Bitcode& bitcode, const CallGraph& graph, const Clock& clock)
      : goal_(goal),
        workshop_(bitcode, *goal.program, graph, clock),
        words_(workshop_.expressions(), workshop_.values(), workshop_.memory(), workshop_.places()) {}

  Explanation run(const BackwardOptions& options, std::size_t enough, const Clock& clock,
                  const std::function<bool()>& interrupted) {
    const auto begin = clock.now();
    std::string cut;
    const std::vector<backward::Level> levels = levels_of(goal_.frames, workshop_, cut);
    for (std::size_t i = 0; i < levels.size(); ++i)
      result_.frames.push_back({FrameIndex(i), goal_.frames[i].function, goal_.frames[i].line, {}, false});
    result_.stopped = cut;
    if (levels.empty()) return std::move(result_);
    bool is_whole = true;
    const auto is_late = [&] { return clock.now() - begin > std::chrono::seconds(options.seconds) || interrupted(); };
    backward::Executor finder(workshop_.shared(), options, levels);
    backward::CrashConditions conditions =
        crash_conditions(*goal_.report, goal_.frames.front(), workshop_.shared(), finder);
    if (!conditions.none.empty()) result_.stopped = conditions.none;
    for (std::size_t i = 0; i < conditions.all.size(); ++i) {
      result_.candidates.push_back(conditions.all[i].what);
      backward::Executor executor(workshop_.shared(), options, levels);
      executor.start(std::move(conditions.all[i].start));
      std::size_t outermost = 0;  // preconditions of the outermost frame that this condition has
      while (outermost < enough && !is_late()) {
        const auto found = executor.next(is_late);
        if (!found) break;
        outermost += note(*found, i, enough) && found->state.level + 1 == levels.size();
      }
      is_whole =
          is_whole && executor.is_done() && executor.counters().given_up.empty() && executor.counters().guessed.empty();
      add(executor.counters());
    }
    if (is_late()) result_.stopped = fmt::format("the time of {} s is over", options.seconds);
    if (is_whole && !conditions.all.empty())
      for (ExplainedFrame& frame : result_.frames) frame.cannot_be = frame.preconditions.empty();
    result_.seconds = std::chrono::duration<double>(clock.now() - begin).count();
    return std::move(result_);
  }

 private:
  /// False: it was known already, or there are enough.
  bool note(const Found& found, std::size_t candidate, std::size_t enough) {
    ExplainedPrecondition precondition{
        .conditions = {}, .candidate = candidate, .is_proven = found.model && !found.state.is_guess};
    for (const bool implicit : {false, true})
      for (const Clause& clause : found.state.clauses)
        if ((clause.why == Asked::kDereference) == implicit)
          if (ExplainedCondition each = explained(clause); !each.words.empty())
            precondition.conditions.push_back(std::move(each));
    std::vector<ExplainedPrecondition>& known = result_.frames[found.state.level].preconditions;
    const auto same = [&](const ExplainedPrecondition& each) {
      return std::ranges::equal(each.conditions, precondition.conditions, {}, &ExplainedCondition::words,
                                &ExplainedCondition::words);
    };
    if (known.size() >= enough * std::max<std::size_t>(1, result_.candidates.size()) ||
        std::ranges::any_of(known, same))
      return false;
    known.push_back(std::move(precondition));
    return true;
  }

  ExplainedCondition explained(const Clause& clause) {
    ExplainedCondition condition{
        .words = words_.of(clause.condition), .file = {}, .line = {}, .is_implicit = clause.why == Asked::kDereference};
    const llvm::DILocation* const where = clause.by == nullptr ? nullptr : clause.by->getDebugLoc().get();
    if (where == nullptr) return condition;
    condition.line = Line(where->getLine());
    condition.file = where->getFilename().str();
    if (!condition.file.starts_with('/')) condition.file = where->getDirectory().str() + "/" + condition.file;
    return condition;
  }

  void add(const backward::Counters& more) {
    backward::Counters& all = result_.counters;
    all.paths += more.paths;
    all.checks += more.checks;
    all.blocks += more.blocks;
    all.fields += more.fields;
    all.arrays += more.arrays;
    all.calls += more.calls;
    all.pruned += more.pruned;
    all.backtracked += more.backtracked;
    all.contradictions += more.contradictions;
    all.undecided += more.undecided;
    for (const auto& [why, times] : more.given_up) all.given_up[why] += times;
    for (const auto& [why, times] : more.guessed) all.guessed[why] += times;
  }

  const Goal& goal_;
  backward::Workshop workshop_;
  backward::Words words_;
  Explanation result_;
};

}  // namespace

Explanation explain(const Goal& goal, Bitcode& bitcode, const CallGraph& graph, const BackwardOptions& options,
                    std::size_t enough, const Clock& clock, const std::function<bool()>& interrupted) {
  return Explainer(goal, bitcode, graph, clock).run(options, enough, clock, interrupted);
}

}  // namespace reenact
