#include "strategy/genetic/guided_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "evolve/engine.h"
#include "evolve/nsga2.h"
#include "evolve/spea2.h"
#include "fitness/helper_objectives.h"
#include "generate/builder.h"
#include "generate/fatal_nulls.h"
#include "strategy/genetic/breeding.h"
#include "strategy/genetic/call_weights.h"
#include "strategy/genetic/novelty_archive.h"
#include "strategy/secondary.h"
#include "strategy/trials.h"

namespace reenact {
namespace {

class Search {
 public:
  Search(const GuidedOptions& options, const SearchContext& context, const ValuePool& pool)
      : options_(options),
        context_(context),
        pool_(pool),
        operators_(options.adaptive ? std::make_optional<Operators>(pool.seen != nullptr) : std::nullopt),
        builder_(*context.goal.api, pool_, context.random),
        calls_(possible_calls(context.goal, builder_)),
        trials_(context),
        secondary_(context.goal, context.fitness, options.bbc),
        weights_(context.goal),
        fatal_nulls_(*context.goal.api, calls_.crash),
        breeder_(options, calls_, novel_, operators_ ? &*operators_ : nullptr, builder_, context.random) {
    if (options.novelty > 0) {
      calls_.weights = &weights_;
      pool_.fatal_nulls = &fatal_nulls_;
      pool_.novel_texts = &novel_texts_;
    }
    if (!options.setup_calls) calls_.setup.clear();
    if (operators_) pool_.operators = &*operators_;
  }

  Expected<SearchResult> run() {
    if (calls_.crash.empty())
      return usage_error(
          "no call that reaches the target frame can be made: its parameters cannot be built\n  next step: see "
          "`--verbose` for what was dropped");
    std::size_t size = options_.population;
    while (!done()) {
      const std::uint64_t known = novel_.added();
      if (options_.helpers)
        evolve_with_helpers(size);
      else
        evolve(size);
      const bool is_exhausted = size + options_.population_step > options_.population_limit;
      const bool begins_anew = has_stopped_learning(novel_.added() - known);
      if (begins_anew) forget();
      size = is_exhausted || begins_anew ? options_.population : size + options_.population_step;
    }
    return trials_.take();
  }

 private:
  [[nodiscard]] bool done() const { return trials_.done(); }

  /// A population that brought little new beside what is known breeds from an archive without a future: its tests used
  /// up what a luckier start could have built upon.
  [[nodiscard]] bool has_stopped_learning(std::uint64_t added) const {
    constexpr std::uint64_t kShare = 10;
    return options_.novelty > 0 && added * kShare < novel_.added();
  }

  void forget() {
    novel_.clear();
    novel_texts_.clear();
    weights_.forget();
    picked_.reset();
    context_.executor.forget_novelty();
  }

  using Population = evolve::Population<evolve::Individual<TestCase, double>>;

  /// EvoSuite's rank selection; some first parents come from the archive of novel tests instead.
  struct Selection {
    Search* search;
    evolve::Rank by_rank{.bias = 1.7};

    const TestCase& operator()(Population population, evolve::Random& random) const {
      search->picked_.reset();
      search->parent_ = kUnknown;
      if (random.chance(search->options_.novelty) && !search->novel_.empty()) {
        search->picked_ = search->novel_.pick(random);
        return search->novel_[*search->picked_];
      }
      const auto& parent = population[by_rank(population, random)];
      search->parent_ = parent.score;
      return parent.genome;
    }
    std::size_t mate(Population population, evolve::Random& random) const { return by_rank(population, random); }
  };

  /// MO-HO's, for which only the crash distance tells better from worse.
  struct Crowded {
    Search* search;
    evolve::Tournament tournament{2};

    template <typename PopulationOf>
    std::size_t operator()(PopulationOf population, evolve::Random& random) const {
      const std::size_t chosen = tournament(population, random);
      search->parent_ = population[chosen].score[0];
      return chosen;
    }
    template <typename PopulationOf>
    std::size_t mate(PopulationOf population, evolve::Random& random) const {
      return tournament(population, random);
    }
  };

  /// One of two ways to choose survivors: an option decides.
  template <typename First, typename Second>
  struct EitherSurvival {
    bool is_first;
    First first;
    Second second;

    template <typename I, typename OrderOf>
    void operator()(std::span<I*> all, std::size_t parents, std::size_t survivors, const OrderOf& better) {
      if (is_first)
        first(all, parents, survivors, better);
      else
        second(all, parents, survivors, better);
    }
  };

  struct Kind {
    const Secondary* secondary;
    template <typename I>
    std::size_t operator()(const I& individual) const {
      return secondary->kind(individual.genome);
    }
  };
  struct Prefers {
    const Secondary* secondary;
    bool operator()(std::size_t a, std::size_t b) const { return secondary->prefers(a, b); }
  };

  /// The fittest; of equals, those the secondary objective prefers.
  [[nodiscard]] auto survival() const {
    using Preferring = evolve::Preferring<Kind, Prefers>;
    return EitherSurvival<evolve::MuPlusLambda, Preferring>{
        !secondary_.enabled(), {}, Preferring(Kind{&secondary_}, Prefers{&secondary_})};
  }

  /// MO-HO's survivors, by either of the paper's algorithms that evolve/ has.
  [[nodiscard]] auto pareto_survival() const {
    return EitherSurvival<evolve::Spea2, evolve::Nsga2>{options_.spea2, {}, {}};
  }

  [[nodiscard]] auto guided_cross() {
    return evolve::OrClone{[this](const TestCase& first, const TestCase& second, TestCase& child, evolve::Random&) {
                             breeder_.cross(first, second, child);
                           },
                           [this](const TestCase& child) { return breeder_.last_crash_call(child).has_value(); }};
  }

  /// One search with a population of `size`, until it stagnates.
  void evolve(std::size_t size) {
    evolve::Engine engine(evolve::Plan{
        .population = size,
        .generate = evolve::fill<TestCase>([this](TestCase& out, evolve::Random&) {
          initial_test(out, calls_, builder_, context_.random, options_.initial_statements);
          if (options_.slices && context_.random.chance(0.7)) breeder_.tidy(out);
        }),
        .fitness = evolve::batch([this](std::span<const TestCase* const> tests, std::span<double> scores) {
          return evaluate(tests, scores);
        }),
        .stop = evolve::stagnation(options_.stagnation) || evolve::when([this](const auto&) { return done(); }),
        .select = Selection{this},
        .cross = guided_cross(),
        .crossover = options_.crossover,
        .mutate = [this](TestCase& test, evolve::Random&) { give_birth(test); },
        .survive = survival(),
        .goal = evolve::Minimise(),
        .ties = evolve::SmallerFirst(),
        .observe = [this](const auto& state) { trials_.end_generation(state.generation == 0); }});
    engine.run(context_.random);
  }

  /// One search by MO-HO (strategy/moho/), until it is done: no population of it stagnates.
  void evolve_with_helpers(std::size_t size) {
    std::vector<CallableId> callables = calls_.crash;
    callables.insert(callables.end(), calls_.unit.begin(), calls_.unit.end());
    const CallDiversity diversity(std::move(callables));
    std::vector<CallDiversity::Calls> generation;  // the last that survived
    evolve::Engine engine(
        evolve::Plan{.population = size,
                     .generate = evolve::fill<TestCase>([this](TestCase& out, evolve::Random&) {
                       initial_test(out, calls_, builder_, context_.random, options_.initial_statements);
                     }),
                     .fitness = evolve::batch<std::array<double, 3>>(
                         [&](std::span<const TestCase* const> tests, std::span<std::array<double, 3>> scores) {
                           distances_.assign(tests.size(), context_.fitness.worst());
                           const evolve::Flow flow = evaluate(tests, distances_);
                           std::vector<CallDiversity::Calls> calls;
                           for (const TestCase* test : tests) calls.push_back(diversity.calls_of(*test));
                           for (std::size_t i = 0; i < tests.size(); ++i)
                             scores[i] = {distances_[i], static_cast<double>(tests[i]->size()),
                                          diversity.similarity(calls[i], generation.empty() ? calls : generation)};
                           return flow;
                         }),
                     .stop = evolve::when([this](const auto&) { return done(); }),
                     .select = Crowded{this},
                     .cross = guided_cross(),
                     .crossover = options_.crossover,
                     .mutate = [this](TestCase& test, evolve::Random&) { give_birth(test); },
                     .survive = pareto_survival(),
                     .goal = evolve::Minimise(),
                     .ties = evolve::SmallerFirst(),
                     .observe =
                         [&](const auto& state) {
                           generation.clear();
                           for (const auto& each : state.population.members())
                             generation.push_back(diversity.calls_of(each.genome));
                           trials_.end_generation(state.generation == 0);
                         }});
    engine.run(context_.random);
  }

  /// Mutates, and notes by what and of whom the test came to be.
  void give_birth(TestCase& test) {
    breeder_.mutate(test);
    births_.push_back({parent_, picked_, operators_ ? operators_->take() : Operators::Used{}});
  }

  /// Better than the parent, or the first to enter code at the goal: the operators behind a test have succeeded.
  void credit(std::span<const double> scores) {
    for (std::size_t i = 0; i < births_.size() && operators_; ++i)
      operators_->credit(births_[i].operators, scores[i] < births_[i].parent || is_novel_[i]);
    if (!births_.empty() && operators_) operators_->adapt();
    births_.clear();
    if (operators_) (void)operators_->take();  // those of an initial population have no parent to compare with
  }

  evolve::Flow evaluate(std::span<const TestCase* const> tests, std::span<double> scores) {
    is_novel_.assign(tests.size(), false);
    const evolve::Flow flow = trials_.run(tests, scores, [&](std::size_t i, const Observation& run) {
      secondary_.note(*tests[i], run);
      if (options_.novelty > 0) learn(*tests[i], run);
      if (run.invalid || run.kind == CrashKind::kTimeout || run.novel + run.novel_at_goal == 0) return;
      is_novel_[i] = run.novel_at_goal > 0;
      // What is new in the goal's own functions matters more than what is new around them.
      const double worth = is_novel_[i] ? 4 : 1;
      keep_novel(*tests[i], is_novel_[i], worth);
      if (i < births_.size() && births_[i].picked) novel_.credit(*births_[i].picked, worth);
    });
    credit(scores);
    return flow;
  }

  void learn(const TestCase& test, const Observation& run) {
    weights_.note(test, run.novel + run.novel_at_goal > 0);
    if (!run.invalid) fatal_nulls_.note(test, run.raised ? run.statement : StatementIndex(test.size()), died(run));
  }

  static bool died(const Observation& run) {
    return run.raised && run.kind != CrashKind::kCppException && run.kind != CrashKind::kTimeout;
  }

  /// At the goal only what matters for the call of M_crash, or its offspring inherit whatever else was there.
  void keep_novel(const TestCase& test, bool at_goal, double worth) {
    if (const auto last = breeder_.last_crash_call(test); last && at_goal) {
      builder_.slice(test, *last, scratch_);
      novel_.add(scratch_, worth);
      novel_texts_.add(scratch_);
    } else {
      novel_.add(test, worth);
      novel_texts_.add(test);
    }
  }

  const GuidedOptions& options_;
  const SearchContext& context_;
  ValuePool pool_;
  std::optional<Operators> operators_;
  TestBuilder builder_;
  CallChoice calls_;
  Trials trials_;
  Secondary secondary_;
  NoveltyArchive novel_;
  NovelTexts novel_texts_;
  CallWeights weights_;
  FatalNulls fatal_nulls_;
  Breeder breeder_;
  std::optional<NoveltyArchive::Parent> picked_;  // by the selection last
  TestCase scratch_;
  std::vector<double> distances_;
  static constexpr double kUnknown = -1;  // a parent that no offspring is better than
  double parent_ = kUnknown;              // fitness of the first parent last selected
  struct Birth {
    double parent;
    std::optional<NoveltyArchive::Parent> picked;
    Operators::Used operators;
  };
  std::vector<Birth> births_;  // of this generation's offspring, in order
  std::vector<bool> is_novel_;
};

}  // namespace

CallChoice possible_calls(const Goal& goal, const TestBuilder& builder) {
  CallChoice result;
  for (const CallableId id : goal.crash_calls)
    if (builder.can_make(id)) result.crash.push_back(id);
  for (const CallableId id : goal.unit_calls)
    if (builder.can_make(id)) result.unit.push_back(id);
  for (const CallableId id : goal.setup_calls)
    if (builder.can_make(id)) result.setup.push_back(id);
  return result;
}

CallableId CallChoice::other(Random& random) const {
  constexpr double setups = 0.5;  // share of calls that set up objects, where there are such
  const auto pick = [&](const std::vector<CallableId>& among) {
    return weights == nullptr ? random.pick(among) : weights->pick(among, random);
  };
  if (!setup.empty() && (unit.empty() || random.chance(setups))) return pick(setup);
  return unit.empty() ? random.pick(crash) : pick(unit);
}

void initial_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls) {
  out.clear();
  const std::size_t size = 1 + random.below(max_calls);
  double probability = 1.0 / static_cast<double>(size);
  bool has_crash = false;
  for (std::size_t step = 0; step < size && out.size() + 6 < kMaxStatements; ++step) {
    if ((calls.unit.empty() && calls.setup.empty()) || random.chance(probability)) {
      (void)builder.append_call(out, random.pick(calls.crash));
      probability = 1.0 / static_cast<double>(size);
      has_crash = true;
    } else {
      (void)builder.append_call(out, calls.other(random));
      probability = 1.0 / static_cast<double>(size - step);
    }
  }
  if (!has_crash) (void)builder.append_call(out, random.pick(calls.crash));
}

Expected<SearchResult> GuidedSearch::search(const SearchContext& context) {
  return Search(options_, context, pool_).run();
}

}  // namespace reenact
