#include "strategy/moho/moho_search.h"

#include "evolve/nsga2.h"
#include "evolve/spea2.h"
#include "strategy/guided/survival.h"

namespace reenact {
namespace {

std::vector<CallableId> crash_and_unit(const CallChoice& calls) {
  std::vector<CallableId> result = calls.crash;
  result.insert(result.end(), calls.unit.begin(), calls.unit.end());
  return result;
}

}  // namespace

void declare(MohoOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Several objectives", {"moho"});
  visitor.choice("--moho-selection", options.selection, {"spea2", "nsga2"},
                 "How the survivors of a generation are chosen");
}

MohoSearch::MohoSearch(const GuidedOptions& guided, const BreedingOptions& breeding, const MohoOptions& options,
                       const GoalCalls& calls, const ValuePool& pool, const SearchContext& context)
    : options_(options),
      search_({.guided = guided, .breeding = breeding}, calls, pool, context),
      diversity_(crash_and_unit(search_.calls())) {}

/// Only the crash distance tells better from worse.
struct MohoSearch::Crowded {
  MohoSearch* moho;
  evolve::Tournament tournament{2};

  template <typename PopulationOf>
  std::size_t operator()(const PopulationOf& population, evolve::Random& random) const {
    const std::size_t chosen = tournament(population, random);
    moho->search_.choose_parent(std::nullopt);
    return chosen;
  }
  template <typename PopulationOf>
  std::size_t mate(const PopulationOf& population, evolve::Random& random) const {
    return tournament(population, random);
  }
};

std::unique_ptr<Evolution<TestCase>> MohoSearch::make_population() {
  return make_evolution(evolve::Plan{
      .population = search_.settings().breeding.population,
      .generate = evolve::fill<TestCase>([this](TestCase& out, evolve::Random&) { search_.make_initial(out, false); }),
      .fitness = evolve::batch<Objectives>([this](std::span<const TestCase* const> tests,
                                                  std::span<Objectives> scores) { return evaluate(tests, scores); }),
      .stop = evolve::when([this](const auto&) { return search_.trials().done(); }),
      .select = Crowded{this},
      .cross = guided_cross(search_.breeder()),
      .crossover = search_.settings().breeding.crossover,
      .mutate = [this](TestCase& test, evolve::Random&) { search_.give_birth(test); },
      .survive = EitherSurvival<evolve::Spea2, evolve::Nsga2>{options_.selection == "spea2", {}, {}},
      .goal = evolve::Minimise(),
      .ties = evolve::SmallerFirst(),
      .observe =
          [this](const auto& state) {
            generation_.clear();
            for (const auto& each : state.population.members()) generation_.push_back(diversity_.calls_of(each.genome));
            search_.trials().end_generation(state.generation == 0);
          }});
}

evolve::Flow MohoSearch::evaluate(std::span<const TestCase* const> tests, std::span<Objectives> scores) {
  distances_.assign(tests.size(), search_.worst());
  const evolve::Flow flow = search_.evaluate(tests, distances_);
  std::vector<CallDiversity::Calls> calls;
  for (const TestCase* test : tests) calls.push_back(diversity_.calls_of(*test));
  for (std::size_t i = 0; i < tests.size(); ++i)
    scores[i] = {distances_[i], static_cast<double>(tests[i]->size()),
                 diversity_.similarity(calls[i], generation_.empty() ? calls : generation_)};
  return flow;
}

Turn MohoSearch::advance(const Slice& slice, Exchange& exchange) {
  Trials& trials = search_.trials();
  trials.begin(slice, exchange);
  if (std::string why = search_.obstacle(); !why.empty()) return trials.find_nothing_to_call(std::move(why));
  const News news = search_.heed_news();
  if (population_ == nullptr) {
    population_ = make_population();
    population_->start(search_.random());
  }
  if (!news.tests.empty()) {
    trials.led_by(news.from);
    population_->admit(news.tests);
  }
  while (!trials.turn_is_over()) population_->step(search_.random());
  return trials.end_turn();
}

}  // namespace reenact
