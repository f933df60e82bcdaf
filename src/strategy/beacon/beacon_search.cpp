#include "strategy/beacon/beacon_search.h"

#include <algorithm>
#include <optional>
#include <span>

#include "evolve/engine.h"
#include "strategy/beacon/gene.h"
#include "strategy/other_crashes.h"

namespace reenact {
namespace {

std::vector<CallableId> possible(const std::vector<CallableId>& calls, const TestBuilder& builder) {
  std::vector<CallableId> result;
  std::ranges::copy_if(calls, std::back_inserter(result), [&](CallableId id) { return builder.can_make(id); });
  return result;
}

class Search {
 public:
  Search(const BeaconOptions& options, const SearchContext& context, const ValuePool& pool)
      : options_(options),
        context_(context),
        builder_(*context.goal.api, pool, context.random),
        calls_(possible(context.goal.unit_calls, builder_)),
        genes_(*context.goal.api, calls_, builder_),
        others_(*context.goal.program) {}

  Expected<SearchResult> run() {
    if (calls_.empty())
      return usage_error(
          "none of the calls can be made: their parameters cannot be built\n  next step: see `--verbose` for what was "
          "dropped");
    using Genome = std::vector<Gene>;
    evolve::Engine engine(evolve::Plan{
        .population = options_.population,
        .generate = evolve::genes(options_.genes, [this](evolve::Random& random) { return genes_.make(random); }),
        .fitness = evolve::batch([this](std::span<const Genome* const> genomes, std::span<double> scores) {
          return evaluate(genomes, scores);
        }),
        .stop = evolve::generations(options_.generations) || evolve::when([this](const auto&) { return done(); }),
        .goal = evolve::Minimise(),
        .observe = [this](const auto& state) {
          result_.generations = state.generation;
          report();
        }});
    engine.run(context_.random);
    if (failure_) return std::unexpected(std::move(*failure_));
    result_.others = others_.take();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool done() const { return found_ || context_.budget.exhausted(); }

  evolve::Flow evaluate(std::span<const std::vector<Gene>* const> genomes, std::span<double> scores) {
    const std::size_t count = std::min<std::size_t>(genomes.size(), context_.budget.executions_left());
    tests_.resize(std::max(tests_.size(), count));
    pointers_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      genes_.decode(*genomes[i], tests_[i]);
      pointers_.push_back(&tests_[i]);
    }
    std::size_t candidate = count;
    auto ran = context_.executor.run(pointers_, [&](std::size_t i, const Observation& run) {
      scores[i] = context_.fitness.evaluate(run);
      if (scores[i] <= 0) {
        candidate = std::min(candidate, i);
        return;
      }
      if (run.raised && run.kind != CrashKind::kTimeout) others_.add(tests_[i], run);
      note(tests_[i], scores[i], run);
    });
    if (ran) {
      context_.budget.spend(count);
      if (candidate < count) ran = confirm(tests_[candidate], scores[candidate]);
    }
    if (!ran) failure_ = std::move(ran.error());
    return failure_ || done() ? evolve::Flow::kStop : evolve::Flow::kContinue;
  }

  void note(const TestCase& test, double fitness, const Observation& run) {
    if (result_.best.size() != 0 && fitness >= result_.fitness) return;
    result_.best = test;
    result_.fitness = fitness;
    result_.lacks = context_.fitness.explain(run);
  }

  /// A crash may owe itself to what earlier tests left in globals: only one that happens alone counts.
  Expected<void> confirm(const TestCase& test, double& fitness) {
    context_.budget.spend(1);
    return context_.executor.run_alone(test, [&](const Observation& run) {
      fitness = context_.fitness.evaluate(run);
      note(test, fitness, run);
      found_ = fitness <= 0;
    });
  }

  void report() {
    if (context_.observer != nullptr)
      context_.observer->progress({context_.budget.executions(), result_.generations, result_.fitness, result_.lacks});
  }

  const BeaconOptions& options_;
  const SearchContext& context_;
  TestBuilder builder_;
  std::vector<CallableId> calls_;
  GeneFactory genes_;
  OtherCrashes others_;
  std::vector<TestCase> tests_;
  std::vector<const TestCase*> pointers_;
  SearchResult result_;
  std::optional<Error> failure_;  // of the executor: ends the search
  bool found_ = false;
};

}  // namespace

Expected<SearchResult> BeaconSearch::search(const SearchContext& context) {
  return Search(options_, context, pool_).run();
}

}  // namespace reenact
