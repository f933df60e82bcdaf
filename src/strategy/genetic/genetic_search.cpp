#include "strategy/genetic/genetic_search.h"

#include "strategy/guided/survival.h"

namespace reenact {

void declare(GeneticOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Populations that grow", {"genetic"});
  visitor.number("--population-step", options.population_step, {0, 10000},
                 "Tests added to the population when the search stagnates");
  visitor.number("--population-limit", options.population_limit, {2, 100000}, "Tests in the population, at most");
  visitor.number("--stagnation", options.stagnation, {1, 1000000},
                 "Generations without improvement after which the population grows");
  visitor.real("--rank-bias", options.rank_bias, {1.01, 1.99},
               "How many more children the best test has than the middle one (EvoSuite: 1.7)");
}

GeneticSearch::GeneticSearch(const GuidedSettings& settings, const GeneticOptions& options, const GoalCalls& calls,
                             const ValuePool& pool, const SearchContext& context)
    : options_(options), search_(settings, calls, pool, context), size_(settings.breeding.population) {}

/// EvoSuite's rank selection; some first parents come from the archive of novel tests instead.
struct GeneticSearch::Selection {
  GuidedSearch* search;
  evolve::Rank by_rank;

  const TestCase& operator()(Population population, evolve::Random& random) const {
    const double share = search->settings().novelty.archive_parents;
    if (random.chance(share) && !search->novel().empty()) {
      const NoveltyArchive::Parent picked = search->novel().pick(random);
      search->choose_parent(picked);
      return search->novel()[picked];
    }
    const auto& parent = population[by_rank(population, random)];
    search->choose_parent(std::nullopt);
    return parent.genome;
  }
  std::size_t mate(Population population, evolve::Random& random) const { return by_rank(population, random); }
};

std::unique_ptr<Evolution<TestCase>> GeneticSearch::population_of(std::size_t size) {
  return make_evolution(evolve::Plan{
      .population = size,
      .generate = evolve::fill<TestCase>([this](TestCase& out, evolve::Random&) { search_.make_initial(out, true); }),
      .fitness = evolve::batch([this](std::span<const TestCase* const> tests, std::span<double> scores) {
        return search_.evaluate(tests, scores);
      }),
      .stop = evolve::stagnation(options_.stagnation) ||
              evolve::when([this](const auto&) { return search_.trials().done(); }),
      .select = Selection{&search_, {.bias = options_.rank_bias}},
      .cross = guided_cross(search_.breeder()),
      .crossover = search_.settings().breeding.crossover,
      .mutate = [this](TestCase& test, evolve::Random&) { search_.give_birth(test); },
      .survive = fittest(search_.secondary()),
      .goal = evolve::Minimise(),
      .ties = evolve::SmallerFirst(),
      .observe = [this](const auto& state) { search_.trials().end_generation(state.generation == 0); }});
}

Turn GeneticSearch::advance(const Slice& slice, Exchange& exchange) {
  Trials& trials = search_.trials();
  trials.begin(slice, exchange);
  if (std::string why = search_.obstacle(); !why.empty()) return trials.find_nothing_to_call(std::move(why));
  if (const News news = search_.heed_news(); !news.tests.empty()) {
    if (population_ == nullptr) begin_population();
    trials.led_by(news.from);
    population_->admit(news.tests);
  }
  while (!trials.turn_is_over()) {
    if (population_ == nullptr || population_->done())
      begin_population();
    else
      population_->step(search_.random());
  }
  return trials.end_turn();
}

/// The first one, or the one behind a population that has stagnated.
void GeneticSearch::begin_population() {
  if (population_ != nullptr) {
    const bool is_exhausted = size_ + options_.population_step > options_.population_limit;
    size_ = is_exhausted ? search_.settings().breeding.population : size_ + options_.population_step;
  }
  search_.trials().led_by(std::nullopt);
  population_ = population_of(size_);
  population_->start(search_.random());
}

}  // namespace reenact
