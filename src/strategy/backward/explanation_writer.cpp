#include "strategy/backward/explanation_writer.h"

#include <algorithm>
#include <functional>

namespace reenact::backward {

ExplanationWriter::ExplanationWriter(const Goal& goal, std::size_t levels, Words& words, std::size_t enough)
    : words_(words),
      enough_(enough),
      may_be_wild_(goal.report->kind == CrashKind::kWildAccess || goal.report->kind == CrashKind::kBusError) {
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
  const bool is_proven = found.model && !found.state.is_guess;
  std::vector<ExplainedPrecondition>& known = all_.frames[*found.frame].preconditions;
  // What looks into fewer calls fills gaps.
  if (found.is_shallow && std::ranges::any_of(known, std::not_fn(&ExplainedPrecondition::is_shallow))) return false;
  if (!found.is_shallow) std::erase_if(known, &ExplainedPrecondition::is_shallow);
  ExplainedPrecondition precondition{
      .conditions = {}, .candidate = candidate, .is_proven = is_proven, .is_shallow = found.is_shallow && !is_proven};
  for (const bool implicit : {false, true})
    for (const Clause& clause : found.state.clauses)
      if ((clause.why == Asked::kDereference) == implicit)
        if (ExplainedCondition each = explained(clause); !each.words.empty())
          precondition.conditions.push_back(std::move(each));
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

Explanation ExplanationWriter::written(std::span<const CrashPaths> paths) const {
  Explanation result = all_;
  for (const CrashPaths& each : paths) each.add_counters(result.counters);
  const bool is_proof =
      !may_be_wild_ && !paths.empty() && std::ranges::all_of(paths, &CrashPaths::has_gone_through_all);
  for (ExplainedFrame& frame : result.frames) frame.cannot_be = is_proof && frame.preconditions.empty();
  return result;
}

}  // namespace reenact::backward
