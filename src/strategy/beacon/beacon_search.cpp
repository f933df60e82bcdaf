#include "strategy/beacon/beacon_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "generate/construction_cost.h"
#include "strategy/beacon/gene.h"
#include "strategy/evolution.h"
#include "strategy/trials.h"

namespace reenact {
namespace {

std::vector<CallableId> possible(const std::vector<CallableId>& calls, const TestBuilder& builder) {
  std::vector<CallableId> result;
  std::ranges::copy_if(calls, std::back_inserter(result), [&](CallableId id) { return builder.can_make(id); });
  return result;
}

}  // namespace

void declare(BeaconOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("The search", {"beacon"});
  visitor.number("--population", options.population, {1, 10000}, "Tests per generation");
  visitor.number("--genes", options.genes, {1, 50}, "Calls per test before it is minimised");
  visitor.number("--generations", options.generations, {1, 1'000'000}, "Generations until a search gives up");
}

class BeaconSearch::Search {
 public:
  Search(const BeaconOptions& options, const std::vector<CallableId>& calls, const ValuePool& pool,
         const SearchContext& context)
      : options_(options),
        context_(context),
        builder_(context.api, pool, context.random),
        calls_(possible(calls, builder_)),
        obstacle_(calls_.empty() ? what_calls_lack(context.api, calls) : std::string()),
        genes_(context.api, calls_, builder_),
        trials_(context),
        population_(make_population()) {}

  Turn advance(const Slice& slice, Exchange& exchange) {
    trials_.begin(slice, exchange);
    if (calls_.empty()) return trials_.find_nothing_to_call(obstacle_);
    while (!trials_.turn_is_over()) {
      if (!is_started_)
        population_->start(context_.random);
      else if (population_->done())
        return trials_.give_up(fmt::format("{} generations have not shown it", options_.generations));
      else
        population_->step(context_.random);
      is_started_ = true;
    }
    return trials_.end_turn();
  }

  SearchResult take_result() { return trials_.take(); }

 private:
  using Genome = std::vector<Gene>;

  std::unique_ptr<Evolution<Genome>> make_population() {
    return make_evolution(evolve::Plan{
        .population = options_.population,
        .generate = evolve::genes(options_.genes, [this](evolve::Random& random) { return genes_.make(random); }),
        .fitness = evolve::batch([this](std::span<const Genome* const> genomes, std::span<double> scores) {
          return evaluate(genomes, scores);
        }),
        .stop =
            evolve::generations(options_.generations) || evolve::when([this](const auto&) { return trials_.done(); }),
        .goal = evolve::Minimise(),
        .observe = [this](const auto& state) { trials_.end_generation(state.generation == 0); }});
  }

  evolve::Flow evaluate(std::span<const Genome* const> genomes, std::span<double> scores) {
    tests_.resize(std::max(tests_.size(), genomes.size()));
    pointers_.clear();
    for (std::size_t i = 0; i < genomes.size(); ++i) {
      genes_.decode(*genomes[i], tests_[i]);
      pointers_.push_back(&tests_[i]);
    }
    return trials_.run(pointers_, scores, [](std::size_t, const Observation&) {});
  }

  const BeaconOptions options_;
  const SearchContext context_;
  TestBuilder builder_;
  const std::vector<CallableId> calls_;
  const std::string obstacle_;
  GeneFactory genes_;
  Trials trials_;
  std::unique_ptr<Evolution<Genome>> population_;
  bool is_started_ = false;
  std::vector<TestCase> tests_;
  std::vector<const TestCase*> pointers_;
};

BeaconSearch::BeaconSearch(const BeaconOptions& options, const std::vector<CallableId>& calls, const ValuePool& pool,
                           const SearchContext& context)
    : search_(std::make_unique<Search>(options, calls, pool, context)) {}
BeaconSearch::~BeaconSearch() = default;

Turn BeaconSearch::advance(const Slice& slice, Exchange& exchange) { return search_->advance(slice, exchange); }
SearchResult BeaconSearch::take_result() { return search_->take_result(); }

}  // namespace reenact
