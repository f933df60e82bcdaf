#include "strategy/concolic/test_explorer.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "strategy/concolic/path_search.h"

namespace reenact::concolic {

TestExplorer::TestExplorer(Parts parts)
    : parts_(parts),
      inputs_(parts.api, parts.expressions),
      slicer_(parts.expressions, Dependence::kVariables),
      conflicts_(parts.expressions, parts.conflicts) {}

Alternatives& TestExplorer::alternatives_of(const TestCase& test) {
  auto& result = alternatives_[TestInputs::shape_of(test)];
  if (result == nullptr) result = std::make_unique<Alternatives>(parts_.expressions, slicer_);
  return *result;
}

Expected<ReadRun> TestExplorer::run(const TestCase& test) {
  const TestCase* one = &test;
  const auto ran = parts_.server.run(std::span(&one, 1), [](std::size_t, const Observation&) {});
  if (!ran) return std::unexpected(ran.error());
  return read_run(
      parts_.expressions, parts_.server.region(),
      [&](Expressions&, std::uint64_t number, unsigned width) { return inputs_.symbol(test, number, width); },
      inputs_.values_of(test));
}

Expected<double> TestExplorer::distance(const TestCase& test, const UnsolvedPath& path) {
  const auto ran = run(test);
  if (!ran) return std::unexpected(ran.error());
  const symbolic::Assignment values = inputs_.values_of(test);
  symbolic::Evaluator evaluate(parts_.expressions, values);
  return distance_to_path(parts_.expressions, path.clauses, ran->path, evaluate);
}

std::optional<UnsolvedPath> TestExplorer::take_unsolved() {
  std::optional<UnsolvedPath> result = std::exchange(unsolved_, std::nullopt);
  // The optimistic answer may have taken the branch meanwhile.
  if (!result || covered_.contains(result->clauses.back().edge)) return std::nullopt;
  const bool is_its_turn = std::has_single_bit(++times_unsolved_[result->clauses.back().edge]);
  return is_its_turn ? std::move(result) : std::nullopt;
}

Expected<void> TestExplorer::add(const TestCase& test, const SolvedTest* made_for) {
  auto ran = run(test);
  if (!ran) return std::unexpected(ran.error());
  ReadRun& run = *ran;
  count(run, parts_.server.region());
  if (made_for != nullptr && made_for->feasible) {
    ++counts_.replayed;
    if (std::ranges::none_of(run.path, [&](const Clause& clause) { return clause.edge == made_for->towards; }))
      ++counts_.diverged;
  }
  for (const Clause& clause : run.path) covered_.insert(clause.edge);
  PathCondition path = inputs_.demands(test);
  path.insert(path.end(), run.path.begin(), run.path.end());
  parts_.selector.ran(path);
  std::vector<Alternative> alternatives = alternatives_of(test).of(path, runs_.size());
  conflicts_.ran(path, alternatives);
  for (Alternative& each : alternatives) parts_.selector.add(std::move(each));
  runs_.push_back(test);
  return {};
}

void TestExplorer::count(const ReadRun& run, const Region& region) {
  ++counts_.runs;
  counts_.stale += run.stale;
  counts_.unreadable += run.unreadable;
  for (unsigned i = 0; i < kReenactConcretisedCount; ++i)
    counts_.concretised[i] += region.concretised(static_cast<ReenactConcretised>(i));
}

std::optional<SolvedTest> TestExplorer::attempt() {
  const auto alternative = conflicts_.next(parts_.selector);
  if (!alternative) return std::nullopt;
  ++counts_.attempts;
  const Attempt attempt = solve(*alternative, inputs_.values_of(runs_[alternative->parent()]), slicer_, parts_.solver);
  counts_.infeasible += attempt.path_infeasible ? 1 : 0;
  if (attempt.path_infeasible) conflicts_.infeasible(*alternative, attempt.core);
  const bool feasible = attempt.verdict == Verdict::kFeasible;
  counts_.feasible += feasible ? 1 : 0;
  counts_.optimistic += attempt.verdict == Verdict::kOptimistic ? 1 : 0;
  counts_.unknown += attempt.verdict == Verdict::kUnknown ? 1 : 0;
  parts_.selector.attempted(*alternative, feasible);
  unsolved_.reset();
  if (!feasible && !covered_.contains(alternative->suffix().edge)) {
    unsolved_ = UnsolvedPath{runs_[alternative->parent()], slicer_(alternative->clauses())};
    // What types demand is no branch.
    std::erase_if(unsolved_->clauses, [](const Clause& clause) { return !clause.negatable; });
  }
  if (!feasible && attempt.verdict != Verdict::kOptimistic) return std::nullopt;
  auto test = inputs_.changed(runs_[alternative->parent()], attempt.model);
  if (!test) return std::nullopt;
  return SolvedTest{std::move(*test), alternative->suffix().edge, feasible};
}

}  // namespace reenact::concolic
