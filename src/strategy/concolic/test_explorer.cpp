#include "strategy/concolic/test_explorer.h"

#include <algorithm>
#include <utility>

namespace reenact::concolic {

TestExplorer::TestExplorer(Parts parts)
    : parts_(parts), inputs_(parts.api, parts.expressions), slicer_(parts.expressions, Dependence::kVariables) {}

Alternatives& TestExplorer::alternatives_of(const TestCase& test) {
  auto& result = alternatives_[TestInputs::shape_of(test)];
  if (result == nullptr) result = std::make_unique<Alternatives>(parts_.expressions, slicer_);
  return *result;
}

Expected<void> TestExplorer::add(const TestCase& test, const SolvedTest* made_for) {
  const TestCase* one = &test;
  const auto ran = parts_.server.run(std::span(&one, 1), [](std::size_t, const Observation&) {});
  if (!ran) return ran;
  const Region& region = parts_.server.region();
  ReadRun run = read_run(
      parts_.expressions, region,
      [&](Expressions&, std::uint64_t number, unsigned width) { return inputs_.symbol(test, number, width); },
      inputs_.values_of(test));
  count(run, region);
  if (made_for != nullptr && made_for->feasible &&
      std::ranges::none_of(run.path, [&](const Clause& clause) { return clause.edge == made_for->towards; }))
    ++counts_.diverged;
  for (const Clause& clause : run.path) covered_.insert(clause.edge);
  PathCondition path = inputs_.demands(test);
  path.insert(path.end(), run.path.begin(), run.path.end());
  parts_.selector.ran(path);
  for (Alternative& each : alternatives_of(test).of(path, runs_.size())) parts_.selector.add(std::move(each));
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
  const auto alternative = parts_.selector.next();
  if (!alternative) return std::nullopt;
  ++counts_.attempts;
  const Attempt attempt = solve(*alternative, slicer_, parts_.solver);
  counts_.infeasible += attempt.path_infeasible ? 1 : 0;
  const bool feasible = attempt.verdict == Verdict::kFeasible;
  counts_.feasible += feasible ? 1 : 0;
  counts_.optimistic += attempt.verdict == Verdict::kOptimistic ? 1 : 0;
  counts_.unknown += attempt.verdict == Verdict::kUnknown ? 1 : 0;
  parts_.selector.attempted(*alternative, feasible);
  if (!feasible && attempt.verdict != Verdict::kOptimistic) return std::nullopt;
  auto test = inputs_.changed(runs_[alternative->parent()], attempt.model);
  if (!test) return std::nullopt;
  return SolvedTest{std::move(*test), alternative->suffix().edge, feasible};
}

}  // namespace reenact::concolic
