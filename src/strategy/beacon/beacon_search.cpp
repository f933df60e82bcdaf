#include "strategy/beacon/beacon_search.h"

#include <algorithm>
#include <span>

#include "evolve/engine.h"
#include "strategy/beacon/gene.h"
#include "strategy/trials.h"

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
        trials_(context) {}

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
        .stop =
            evolve::generations(options_.generations) || evolve::when([this](const auto&) { return trials_.done(); }),
        .goal = evolve::Minimise(),
        .observe = [this](const auto& state) { trials_.end_generation(state.generation == 0); }});
    engine.run(context_.random);
    return trials_.take();
  }

 private:
  evolve::Flow evaluate(std::span<const std::vector<Gene>* const> genomes, std::span<double> scores) {
    tests_.resize(std::max(tests_.size(), genomes.size()));
    pointers_.clear();
    for (std::size_t i = 0; i < genomes.size(); ++i) {
      genes_.decode(*genomes[i], tests_[i]);
      pointers_.push_back(&tests_[i]);
    }
    return trials_.run(pointers_, scores, [](std::size_t, const Observation&) {});
  }

  const BeaconOptions& options_;
  const SearchContext& context_;
  TestBuilder builder_;
  std::vector<CallableId> calls_;
  GeneFactory genes_;
  Trials trials_;
  std::vector<TestCase> tests_;
  std::vector<const TestCase*> pointers_;
};

}  // namespace

Expected<SearchResult> BeaconSearch::search(const SearchContext& context) {
  return Search(options_, context, pool_).run();
}

}  // namespace reenact
