// What every search does with a batch of tests: run them, keep the best, count the other crashes, confirm a find.
#pragma once

#include <algorithm>
#include <span>

#include "evolve/engine.h"
#include "strategy/other_crashes.h"

namespace reenact {

class Trials {
 public:
  /// Keeps the reference: `context` must outlive the trials.
  explicit Trials(const SearchContext& context) : context_(context), others_(*context.goal.program) {}

  /// Runs as many of `tests` as the budget allows; the others get the worst score. `seen(i, run)` is told of each that
  /// ran, before it is judged. The best of those that were cut off runs once more, for as long as it takes, if it would be
  /// the best of all.
  template <typename Seen>
  evolve::Flow run(std::span<const TestCase* const> tests, std::span<double> scores, const Seen& seen) {
    const std::size_t count = std::min<std::size_t>(tests.size(), context_.budget.executions_left());
    std::ranges::fill(scores.subspan(count), context_.fitness.worst());
    std::size_t candidate = count, unended = count;
    auto ran = context_.executor.run(tests.first(count), [&](std::size_t i, const Observation& run) {
      seen(i, run);
      scores[i] = context_.fitness.evaluate(run);
      if (scores[i] <= 0) {
        candidate = std::min(candidate, i);
        return;
      }
      if (run.cut_off) {
        if (is_best(scores[i]) && (unended == count || scores[i] < scores[unended])) unended = i;
        return;
      }
      if (run.raised && run.kind != CrashKind::kTimeout) others_.add(*tests[i], run);
      note(*tests[i], scores[i], run);
    });
    if (ran) {
      context_.budget.spend(count);
      // Others of the batch may have been better since.
      if (candidate == count && unended < count && is_best(scores[unended])) candidate = unended;
      if (candidate < count) ran = run_alone(*tests[candidate], scores[candidate]);
    }
    if (!ran) result_.stopped = std::move(ran.error().message);
    return done() ? evolve::Flow::kStop : evolve::Flow::kContinue;
  }

  [[nodiscard]] bool done() const { return found_ || !result_.stopped.empty() || context_.budget.exhausted(); }

  /// Tells the observer, once per generation; the initial population is none.
  void end_generation(bool is_initial) {
    if (!is_initial) ++result_.generations;
    if (context_.observer != nullptr)
      context_.observer->progress({context_.budget.executions(), result_.generations, result_.fitness, result_.lacks,
                                   context_.executor.costs()});
  }

  [[nodiscard]] SearchResult take() {
    result_.others = others_.take();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_best(double fitness) const { return result_.best.size() == 0 || fitness < result_.fitness; }

  void note(const TestCase& test, double fitness, const Observation& run) {
    if (!is_best(fitness)) return;
    result_.best = test;
    result_.fitness = fitness;
    result_.lacks = context_.fitness.explain(run);
  }

  /// A crash may owe itself to what earlier tests left in globals: only one that happens alone counts.
  Expected<void> run_alone(const TestCase& test, double& fitness) {
    context_.budget.spend(1);
    return context_.executor.run_alone(test, [&](const Observation& run) {
      fitness = context_.fitness.evaluate(run);
      note(test, fitness, run);
      found_ = found_ || fitness <= 0;
    });
  }

  const SearchContext& context_;
  OtherCrashes others_;
  SearchResult result_;
  bool found_ = false;
};

}  // namespace reenact
