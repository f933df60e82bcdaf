// What every search does with a batch of tests: run them, keep the best, tell the exchange, count the other crashes,
// confirm a find.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "evolve/engine.h"
#include "strategy/deepener.h"
#include "strategy/other_crashes.h"
#include "strategy/strategy.h"

namespace reenact {

/// Tests of other strategies, and the last entry among them.
struct News {
  std::vector<const TestCase*> tests;
  std::optional<EntryId> from;
};

[[nodiscard]] inline News reached_tests(const std::vector<const Entry*>& entries) {
  News result;
  for (const Entry* entry : entries)
    if (const auto* reached = std::get_if<ReachedTest>(&entry->finding)) {
      result.tests.push_back(&reached->test);
      result.from = entry->id;
    }
  return result;
}

class Trials {
 public:
  explicit Trials(const SearchContext& context) : context_(context), others_(context.goal) {}

  /// A turn begins.
  void begin(const Slice& slice, Exchange& exchange) {
    exchange_ = &exchange;
    slice_ = slice;
    ran_ = 0;
  }

  /// What others have added to the exchange since this was last asked.
  [[nodiscard]] std::vector<const Entry*> news() { return exchange_->news_for(context_.self, read_); }

  /// Runs as many of `tests` as the budget and what they must not break (contract_tier.h) allow; the others get the worst
  /// score. `seen(i, run)` is told of each that
  /// ran, before it is judged. The best of those that were cut off runs once more, for as long as it takes, if it would be
  /// the best of all. REQUIRES: a turn has begun.
  template <typename Seen>
  evolve::Flow run(std::span<const TestCase* const> tests, std::span<double> scores, const Seen& seen) {
    const std::size_t count = std::min<std::size_t>(tests.size(), context_.budget.executions_left());
    choose(tests.first(count));
    std::ranges::fill(scores, context_.fitness.worst());
    std::size_t candidate = count, unended = count, deepest = count;
    auto ran = context_.executor.run(chosen_, [&](std::size_t chosen, const Observation& run) {
      const std::size_t i = places_[chosen];
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
      if (Deepener::is_deep(run) && is_best(scores[i])) deepest = i;
      note(*tests[i], scores[i], run);
    });
    ran_ += count;
    if (ran) {
      // Where all are ill-formed, time goes by all the same, and with it what they may not break.
      context_.budget.spend(std::max<std::uint64_t>(chosen_.size(), 1));
      // Others of the batch may have been better since.
      if (candidate == count && unended < count && is_best(scores[unended])) candidate = unended;
      if (candidate == count) candidate = deepest;
      if (candidate < count) ran = confirm(*tests[candidate], scores[candidate]);
    }
    if (!ran) result_.stopped = std::move(ran.error().message);
    return done() ? evolve::Flow::kStop : evolve::Flow::kContinue;
  }

  /// The search is over.
  [[nodiscard]] bool done() const { return found_ || !result_.stopped.empty() || context_.budget.exhausted(); }
  /// The turn is.
  [[nodiscard]] bool turn_is_over() const { return ran_ >= slice_.tests || done(); }
  /// How a turn ends in which nothing was to be done yet: it counts as a whole one, so that others have theirs.
  [[nodiscard]] Turn pass_turn() const {
    Turn turn = end_turn();
    turn.tests = slice_.tests;
    return turn;
  }
  /// How a turn ends that did not give up.
  [[nodiscard]] Turn end_turn() const {
    return {.end = found_ ? Turn::End::kFound : Turn::End::kProgress, .tests = ran_, .reason = {}, .furthest = frame_};
  }
  [[nodiscard]] Turn prove_impossible() const {
    return {.end = Turn::End::kImpossible, .tests = ran_, .reason = {}, .furthest = frame_};
  }
  [[nodiscard]] Turn give_up(std::string reason) const {
    return {.end = Turn::End::kGaveUp, .tests = ran_, .reason = std::move(reason), .furthest = frame_};
  }

  [[nodiscard]] Turn find_nothing_to_call(std::string reason) const {
    return {.end = Turn::End::kNothingToCall, .tests = ran_, .reason = std::move(reason), .furthest = frame_};
  }

  /// From now on, what is found is made from that entry of another's; nullopt: it is this search's own.
  void led_by(std::optional<EntryId> entry) { led_by_ = entry; }

  /// Counts a generation; the initial population is none.
  void end_generation(bool is_initial) {
    if (!is_initial) ++result_.generations;
  }

  [[nodiscard]] SearchResult take() {
    SearchResult result = result_;
    result.others = others_.take();
    return result;
  }

 private:
  [[nodiscard]] bool is_best(double fitness) const { return result_.best.size() == 0 || fitness < result_.fitness; }

  /// Those that may be run.
  void choose(std::span<const TestCase* const> tests) {
    chosen_.clear();
    places_.clear();
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (context_.contracts != nullptr && !context_.contracts->allows(*tests[i])) continue;
      chosen_.push_back(tests[i]);
      places_.push_back(i);
    }
  }

  void note(const TestCase& test, double fitness, const Observation& run) {
    if (!is_best(fitness)) return;
    if (context_.contracts != nullptr && fitness < result_.fitness) context_.contracts->progressed();
    result_.best = test;
    result_.fitness = fitness;
    result_.lacks = context_.fitness.explain(run);
    // Bit i: frame i was entered in its place.
    frame_ = run.context == 0 ? std::nullopt : std::optional(FrameIndex(std::size_t(std::countr_zero(run.context))));
    (void)exchange_->add(context_.self, ReachedTest{test, fitness, frame_, result_.lacks}, led_by_);
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

  /// With the stack that the printed test has; what was found with a small one is made deeper where that is too little.
  Expected<void> confirm(const TestCase& test, double& fitness) {
    if (auto ran = run_whole(test, fitness); !ran || fitness <= 0) return ran;
    const auto deeper = deepener_.deepen(test);
    if (!deeper) return std::unexpected(deeper.error());
    return *deeper ? run_whole(**deeper, fitness) : Expected<void>();
  }

  Expected<void> run_whole(const TestCase& test, double& fitness) {
    const WholeStack as_printed(context_.executor);
    return run_alone(test, fitness);
  }

  const SearchContext context_;
  Deepener deepener_{context_};
  OtherCrashes others_;
  SearchResult result_;
  Exchange* exchange_ = nullptr;
  EntryId read_;  // what this search has read of the exchange
  std::optional<EntryId> led_by_;
  std::optional<FrameIndex> frame_;  // of the best test
  Slice slice_;
  std::uint64_t ran_ = 0;                // tests of this turn
  std::vector<const TestCase*> chosen_;  // of the batch, those that run
  std::vector<std::size_t> places_;      // theirs in the batch
  bool found_ = false;
};

}  // namespace reenact
