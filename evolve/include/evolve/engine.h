// The engine: generate, then select, cross, mutate, evaluate and survive until it is time to stop.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "evolve/cross.h"
#include "evolve/evaluate.h"
#include "evolve/generate.h"
#include "evolve/goal.h"
#include "evolve/individual.h"
#include "evolve/mutate.h"
#include "evolve/observe.h"
#include "evolve/random.h"
#include "evolve/select.h"
#include "evolve/state.h"
#include "evolve/survive.h"
#include "evolve/terminate.h"

namespace evolve {

/// Everything a run is made of. Only `generate`, `fitness` and `stop` have no default.
template <typename Generate, typename FitnessOf, typename Stop, typename Select = Tournament,
          typename Cross = SinglePoint, typename Mutate = PerGene, typename Survive = MuPlusLambda,
          typename Goal = Maximise, typename Ties = YoungerFirst, typename Observe = Silent>
struct Plan {
  std::size_t population = 32;  // individuals that survive a generation (μ), at least 1
  std::size_t offspring = 0;    // children of a generation (λ); 0: as many as the population
  Generate generate;            // generate.h
  FitnessOf fitness;            // evaluate.h
  Stop stop;                    // terminate.h
  Select select{};              // select.h
  Cross cross{};                // cross.h
  double crossover = 0.9;       // probability that a child has two parents, else it starts as a clone of one
  Mutate mutate{};              // mutate.h, real.h
  Survive survive{};            // survive.h, nsga2.h, spea2.h
  Goal goal{};                  // goal.h
  Ties ties{};                  // goal.h
  Observe observe{};            // observe.h
  unsigned threads = 1;         // that evaluate; the result is the same for any number
};

template <typename P>
class Engine;

/// One population that evolves by its plan. Equal plans and equal random sources give equal runs: all choices
/// are made in the calling thread, in one order. Individuals live as long as the engine and are recycled: a
/// generation allocates nothing but what genomes need to grow.
template <typename Generate, typename FitnessOf, typename Stop, typename Select, typename Cross, typename Mutate,
          typename Survive, typename Goal, typename Ties, typename Observe>
class Engine<Plan<Generate, FitnessOf, Stop, Select, Cross, Mutate, Survive, Goal, Ties, Observe>> {
 public:
  using PlanOf = Plan<Generate, FitnessOf, Stop, Select, Cross, Mutate, Survive, Goal, Ties, Observe>;
  using Genome = genome_of<Generate>;
  using Score = score_of<FitnessOf, Genome>;
  using IndividualOf = Individual<Genome, Score>;
  using StateOf = State<IndividualOf, Goal>;
  using OrderOf = Order<Goal, Ties>;

  static_assert(Generator<Generate>, "generate: random -> Genome, genes(...) or fill<Genome>(...)");
  static_assert(Fitness<FitnessOf, Genome>, "fitness: one of the three forms in evaluate.h");
  static_assert(Selection<Select, IndividualOf>, "select: (Population, Random&) -> index");
  static_assert(Crossover<Cross, Genome>, "cross: (first, second, child&, [sibling&,] Random&)");
  static_assert(Mutation<Mutate, Genome, Generate>, "mutate: (Genome&, Random& [, Generate&])");
  static_assert(Survival<Survive, IndividualOf, OrderOf>, "survive: (all, parents, survivors, order)");
  static_assert(Termination<Stop, StateOf>, "stop: state -> bool");
  static_assert(Observer<Observe, StateOf>, "observe: (state)");

  /// REQUIRES: plan.population > 0.
  explicit Engine(PlanOf plan)
      : plan_(std::move(plan)), evaluator_(std::move(plan_.fitness), plan_.threads), order_{plan_.goal, plan_.ties} {
    assert(plan_.population > 0);
    if (plan_.offspring == 0) plan_.offspring = plan_.population;
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Runs from a new initial population until `stop` or the fitness says so. The state returned is the
  /// engine's own and changes with the next run.
  const StateOf& run(Random& random) & {
    start(random);
    while (!done()) step(random);
    return state_;
  }
  const StateOf& run(std::uint64_t seed = 1) & {
    Random random(seed);
    return run(random);
  }

  /// The parts of `run`, for loops of one's own: makes and evaluates the initial population.
  void start(Random& random) {
    prepare();
    evaluator_.start(random);
    for (IndividualOf* each : all().first(plan_.population)) {
      detail::generate(plan_.generate, each->genome, random);
      each->born = born_++;
    }
    judge(all().first(plan_.population), 0);
  }
  [[nodiscard]] bool done() { return state_.interrupted || plan_.stop(std::as_const(state_)); }
  /// One generation more. REQUIRES: start.
  void step(Random& random) {
    const std::span<IndividualOf*> offspring = all().subspan(plan_.population);
    if constexpr (PreparedSelection<Select, IndividualOf>) plan_.select.prepare(state_.population);
    breed(offspring, random);
    for (IndividualOf* each : offspring) each->born = born_++;
    ++state_.generation;
    judge(offspring, plan_.population);
  }

  /// Genomes from elsewhere (another population's, an expert's) compete with the population for its places, as many of
  /// them as there are offspring; the population counts as no longer stagnant if one of them is the best. REQUIRES: start.
  void admit(std::span<const Genome* const> genomes) {
    const std::span<IndividualOf*> newcomers =
        all().subspan(plan_.population, std::min(genomes.size(), plan_.offspring));
    for (std::size_t i = 0; i < newcomers.size(); ++i) {
      newcomers[i]->genome = *genomes[i];
      newcomers[i]->born = born_++;
    }
    if (!newcomers.empty()) judge(newcomers, plan_.population);
  }

  [[nodiscard]] const StateOf& state() const { return state_; }
  [[nodiscard]] FitnessOf& fitness() { return evaluator_.fitness(); }

 private:
  [[nodiscard]] std::span<IndividualOf*> all() { return members_; }

  void prepare() {
    pool_.resize(plan_.population + plan_.offspring);
    members_.clear();
    for (IndividualOf& each : pool_) members_.push_back(&each);
    state_ = StateOf();
    state_.goal = plan_.goal;
    born_ = 0;
  }

  /// Evaluates the newcomers, who stand behind `parents` others in `all()`, and lets the best survive.
  void judge(std::span<IndividualOf*> newcomers, std::size_t parents) {
    if (evaluator_.evaluate(newcomers, plan_.goal) == Flow::kStop) state_.interrupted = true;
    state_.evaluations += newcomers.size();
    plan_.survive(all().first(parents + newcomers.size()), parents, plan_.population, order_);
    state_.population = Population<IndividualOf>(all().first(plan_.population));
    if constexpr (SingleScore<Score>) note_best(parents == 0);
    plan_.observe(std::as_const(state_));
  }

  void note_best(bool first) {
    const IndividualOf& front = *members_.front();
    if (first || plan_.goal.better(front.score, best_.score)) {
      best_ = front;
      state_.stagnant = 0;
    } else {
      ++state_.stagnant;
    }
    state_.best_so_far = &best_;
  }

  void breed(std::span<IndividualOf*> offspring, Random& random) {
    if constexpr (OneChildCrossover<Cross, Genome>) {
      for (IndividualOf* child : offspring) breed_one(child->genome, random);
    } else {
      for (std::size_t i = 0; i < offspring.size(); i += 2)
        breed_two(offspring[i]->genome, i + 1 < offspring.size() ? offspring[i + 1]->genome : spare_, random);
    }
  }

  void breed_one(Genome& child, Random& random) {
    const Genome& first = parent(random);
    if (random.chance(plan_.crossover))
      plan_.cross(first, mate(random), child, random);
    else
      child = first;
    mutate(child, random);
  }

  void breed_two(Genome& child, Genome& sibling, Random& random) {
    const Genome &first = parent(random), &second = mate(random);
    if (random.chance(plan_.crossover)) {
      plan_.cross(first, second, child, sibling, random);
    } else {
      child = first;
      sibling = second;
    }
    mutate(child, random);
    mutate(sibling, random);
  }

  const Genome& parent(Random& random) {
    return chosen([&]() -> decltype(auto) { return plan_.select(state_.population, random); });
  }
  const Genome& mate(Random& random) {
    if constexpr (MatingSelection<Select, IndividualOf>)
      return chosen([&]() -> decltype(auto) { return plan_.select.mate(state_.population, random); });
    else
      return parent(random);
  }
  /// A selection answers with a genome or with an index into the population.
  template <typename Choose>
  const Genome& chosen(const Choose& choose) const {
    if constexpr (std::same_as<std::invoke_result_t<const Choose&>, const Genome&>)
      return choose();
    else
      return state_.population[choose()].genome;
  }

  void mutate(Genome& genome, Random& random) {
    if constexpr (std::invocable<Mutate&, Genome&, Random&, Generate&>)
      plan_.mutate(genome, random, plan_.generate);
    else
      plan_.mutate(genome, random);
  }

  PlanOf plan_;
  Evaluator<IndividualOf, Goal, FitnessOf> evaluator_;
  OrderOf order_;
  std::vector<IndividualOf> pool_;      // all individuals there are
  std::vector<IndividualOf*> members_;  // the population, then the offspring (or what they are recycled from)
  StateOf state_;
  IndividualOf best_;
  Genome spare_;  // the sibling too many of an odd number of offspring
  std::uint64_t born_ = 0;
};

template <typename P>
Engine(P) -> Engine<P>;

}  // namespace evolve
