// Which calls are worth adding to a test: those in tests that entered new code near the goal, by how often they were
// tried. A parser shows something new with every other text, a flag's setter once; of hundreds of calls few set up a
// state that the goal's functions look at.
#pragma once

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "strategy/guided/goal_calls.h"
#include "strategy/guided/options.h"
#include "testcase/test_case.h"

namespace reenact {

class CallWeights {
 public:
  /// Of `options` it heeds even_calls, call_patience and text_readers.
  CallWeights(const GoalCalls& calls, const ApiModel& api, const NoveltyOptions& options)
      : even_(options.even_calls), patience_(options.call_patience), seen_(api.callables.size()) {
    for (const Callable& callable : api.callables)
      seen_[callable.id.index()].prior = reads_text(callable, api) ? options.text_readers : 1;
    if (!calls.setters.empty()) favour_setters(calls);
    favour_reported(calls);
  }

  /// A test ran; `novel`: it was the first to enter some code.
  void note(const TestCase& test, bool novel) {
    for (const Statement& each : test.statements) {
      if (each.kind != StatementKind::kCall) continue;
      Seen& seen = seen_[each.callable.index()];
      ++seen.tried;
      if (novel) ++seen.novel;
    }
  }

  /// One of `calls`; a part of the draws stays even. REQUIRES: !calls.empty().
  [[nodiscard]] CallableId pick(const std::vector<CallableId>& calls, Random& random) {
    if (random.chance(even_)) return random.pick(calls);
    chances_.resize(std::max(chances_.size(), calls.size()));
    double sum = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) chances_[i] = sum += chance(calls[i]);
    const auto end = chances_.begin() + static_cast<std::ptrdiff_t>(calls.size());
    const auto drawn = std::upper_bound(chances_.begin(), end, random.unit() * sum);
    return calls[std::min(calls.size() - 1, static_cast<std::size_t>(drawn - chances_.begin()))];
  }

 private:
  struct Seen {
    double prior = 1;
    std::uint32_t tried = 0, novel = 0;
  };

  [[nodiscard]] static double sum_over(const GoalCalls& goal, const auto& value) {
    double sum = 0;
    for (const auto* calls : {&goal.unit, &goal.setup, &goal.arguments})
      for (const CallableId id : *calls) sum += value(id);
    return sum;
  }

  [[nodiscard]] double sum_of_priors(const GoalCalls& goal) const {
    return sum_over(goal, [&](CallableId id) { return seen_[id.index()].prior; });
  }

  /// Half of the draws go to calls that set up what the goal asks for, as long as nothing better is known.
  void favour_setters(const GoalCalls& goal) {
    const double setters = sum_over(goal, [&](CallableId id) { return goal.setters[id.index()]; });
    if (setters == 0) return;
    const double priors = sum_of_priors(goal);
    for (std::size_t i = 0; i < seen_.size(); ++i) seen_[i].prior += priors * goal.setters[i] / setters;
  }

  /// As many draws go to calls that the report shows as to all others.
  void favour_reported(const GoalCalls& goal) {
    if (goal.reported.empty()) return;
    const double priors = sum_of_priors(goal);
    for (const CallableId id : goal.reported)
      seen_[id.index()].prior += priors / static_cast<double>(goal.reported.size());
  }

  /// Does it give its object a text? Documents, parsers and builders are filled like that.
  static bool reads_text(const Callable& callable, const ApiModel& api) {
    if (!callable.mutates_object || callable.parameters.size() < 2) return false;
    return std::any_of(callable.parameters.begin() + 1, callable.parameters.end(), [&](const Parameter& each) {
      return std::ranges::any_of(each.sources, [&](const Source& source) {
        return api[source.type].kind == TypeKind::kText || api[source.type].spelling == "std::string";
      });
    });
  }

  [[nodiscard]] double chance(CallableId id) const {
    const Seen& seen = seen_[id.index()];
    return seen.prior * (1 + seen.novel) / (patience_ + seen.tried);
  }

  double even_, patience_;
  std::vector<Seen> seen_;  // by CallableId
  std::vector<double> chances_;
};

}  // namespace reenact
