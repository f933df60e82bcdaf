#include "strategy/backward/explanation_writer.h"

#include <algorithm>

namespace reenact::backward {
namespace {

void add(const Counters& more, Counters& all) {
  all.paths += more.paths;
  all.checks += more.checks;
  all.blocks += more.blocks;
  all.fields += more.fields;
  all.arrays += more.arrays;
  all.calls += more.calls;
  all.pruned += more.pruned;
  all.backtracked += more.backtracked;
  all.summed_up += more.summed_up;
  all.contradictions += more.contradictions;
  all.undecided += more.undecided;
  for (const auto& [why, times] : more.given_up) all.given_up[why] += times;
  for (const auto& [why, times] : more.guessed) all.guessed[why] += times;
}

bool has_gone_through_all(const Executor* executor) {
  return executor->is_done() && executor->counters().given_up.empty() && executor->counters().guessed.empty();
}

}  // namespace

ExplanationWriter::ExplanationWriter(const Goal& goal, std::size_t levels, Words& words, std::size_t enough)
    : words_(words), enough_(enough) {
  for (std::size_t i = 0; i < levels; ++i) {
    const Function& function = (*goal.program)[goal.frames[i].function];
    all_.frames.push_back({function.name, function.file, goal.frames[i].line, {}, false});
  }
}

void ExplanationWriter::add_candidates(const std::vector<CrashCondition>& all) {
  for (const CrashCondition& each : all) all_.candidates.push_back(each.what);
}

bool ExplanationWriter::note(const Found& found, std::size_t candidate) {
  if (!found.frame || *found.frame >= all_.frames.size()) return false;
  ExplainedPrecondition precondition{
      .conditions = {}, .candidate = candidate, .is_proven = found.model && !found.state.is_guess};
  for (const bool implicit : {false, true})
    for (const Clause& clause : found.state.clauses)
      if ((clause.why == Asked::kDereference) == implicit)
        if (ExplainedCondition each = explained(clause); !each.words.empty())
          precondition.conditions.push_back(std::move(each));
  std::vector<ExplainedPrecondition>& known = all_.frames[*found.frame].preconditions;
  const auto same = [&](const ExplainedPrecondition& each) {
    return std::ranges::equal(each.conditions, precondition.conditions, {}, &ExplainedCondition::words,
                              &ExplainedCondition::words);
  };
  if (known.size() >= enough_ * std::max<std::size_t>(1, all_.candidates.size()) || std::ranges::any_of(known, same))
    return false;
  known.push_back(std::move(precondition));
  return true;
}

ExplainedCondition ExplanationWriter::explained(const Clause& clause) {
  ExplainedCondition condition{
      .words = words_.of(clause.condition), .file = {}, .line = {}, .is_implicit = clause.why == Asked::kDereference};
  const llvm::DILocation* const where = clause.by == nullptr ? nullptr : clause.by->getDebugLoc().get();
  if (where == nullptr) return condition;
  condition.line = Line(where->getLine());
  condition.file = where->getFilename().str();
  if (!condition.file.starts_with('/')) condition.file = where->getDirectory().str() + "/" + condition.file;
  return condition;
}

Explanation ExplanationWriter::written(std::span<const Executor* const> executors) const {
  Explanation result = all_;
  for (const Executor* each : executors) add(each->counters(), result.counters);
  const bool is_proof = !executors.empty() && std::ranges::all_of(executors, has_gone_through_all);
  for (ExplainedFrame& frame : result.frames) frame.cannot_be = is_proof && frame.preconditions.empty();
  return result;
}

}  // namespace reenact::backward
