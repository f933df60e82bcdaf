#include "strategy/genetic/guided_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "strategy/genetic/novelty_archive.h"
#include "strategy/other_crashes.h"
#include "testcase/builder.h"

namespace reenact {
namespace {

struct Individual {
  TestCase test;
  double fitness = 0;
  std::uint64_t born = 0;   // order of evaluation: settles ties, so that sorting is deterministic
};

class Search {
 public:
  Search(const GuidedOptions& options, const SearchContext& context, const ValuePool& pool)
      : options_(options), context_(context), builder_(*context.goal.api, pool, context.random), calls_(possible_calls(context.goal, builder_)), others_(*context.goal.program) {}

  Expected<SearchResult> run() {
    if (calls_.crash.empty()) return usage_error("no call that reaches the target frame can be made: its parameters cannot be built\n  next step: see `--verbose` for what was dropped");
    std::size_t size = options_.population;
    while (!done()) {
      if (const auto result = evolve(size); !result) return std::unexpected(result.error());
      size = size + options_.population_step > options_.population_limit ? options_.population : size + options_.population_step;
    }
    result_.others = others_.take();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool done() const { return found_ || context_.budget.exhausted(); }

  /// One search with a population of `size`, until it stagnates.
  Expected<void> evolve(std::size_t size) {
    parents_.resize(size);
    for (Individual& each : parents_) initial_test(each.test, calls_, builder_, context_.random, options_.initial_statements);
    if (const auto ok = evaluate(parents_); !ok) return ok;
    double best = 1e300;
    for (std::size_t idle = 0; idle < options_.stagnation && !done(); ++idle) {
      sort(parents_);
      if (parents_.front().fitness < best) {
        best = parents_.front().fitness;
        idle = 0;
      }
      offspring_.resize(size);
      for (Individual& child : offspring_) breed(child.test);
      if (const auto ok = evaluate(offspring_); !ok) return ok;
      survive(size);
      ++result_.generations;
    }
    return {};
  }

  const TestCase& select() {
    // Rank selection, biased to the front of the sorted parents (EvoSuite's bias of 1.7).
    constexpr double bias = 1.7;
    const double r = context_.random.unit();
    const double rank = static_cast<double>(parents_.size()) * (bias - std::sqrt(bias * bias - 4.0 * (bias - 1.0) * r)) / 2.0 / (bias - 1.0);
    return parents_[std::min(parents_.size() - 1, static_cast<std::size_t>(rank))].test;
  }

  void breed(TestCase& child) {
    const TestCase& first = !archive_.empty() && context_.random.chance(options_.novelty) ? archive_.pick(context_.random) : select();
    if (context_.random.chance(options_.crossover)) {
      const TestCase& second = select();
      const double cut = context_.random.unit();
      builder_.cross(first, static_cast<std::size_t>(cut * static_cast<double>(first.size() + 1)), second, static_cast<std::size_t>(cut * static_cast<double>(second.size() + 1)), child);
      if (!calls_crash(child)) child = first;   // a child without a call of M_crash becomes its parent's clone
    } else {
      child = first;
    }
    mutate(child);
  }

  /// Each statement with probability 1/n: delete, change, insert; repeated until a call of M_crash is there.
  void mutate(TestCase& test) {
    for (int round = 0; round < 20; ++round) {
      bool changed = false;
      for (std::size_t i = 0; i < test.size(); ++i) {
        if (!context_.random.chance(1.0 / static_cast<double>(test.size()))) continue;
        changed = true;
        switch (context_.random.below(6)) {
          case 0: builder_.remove(test, i, scratch_); break;
          case 1: builder_.insert(test, i, any_call(), scratch_); break;
          default: builder_.change(test, i, scratch_); break;
        }
        std::swap(test, scratch_);
      }
      if (test.size() > kMaxStatements / 2 || context_.random.chance(0.1)) {
        builder_.prune(test, scratch_);
        std::swap(test, scratch_);
      }
      if (changed && calls_crash(test)) return;
      if (!calls_crash(test)) (void)builder_.append_call(test, context_.random.pick(calls_.crash));
      if (round > 3) return;
    }
  }

  CallableId any_call() { return calls_.unit.empty() || context_.random.chance(0.3) ? context_.random.pick(calls_.crash) : context_.random.pick(calls_.unit); }

  [[nodiscard]] bool calls_crash(const TestCase& test) const {
    return std::ranges::any_of(test.statements, [&](const Statement& each) { return each.kind == StatementKind::kCall && std::ranges::find(calls_.crash, each.callable) != calls_.crash.end(); });
  }

  static void sort(std::vector<Individual>& individuals) {
    std::ranges::sort(individuals, {}, [](const Individual& each) { return std::tuple(each.fitness, each.test.size(), each.born); });
  }

  /// The `size` fittest of parents and offspring; equal tests only once would cost more than it brings.
  void survive(std::size_t size) {
    for (Individual& child : offspring_) parents_.push_back(std::move(child));
    sort(parents_);
    offspring_.assign(std::make_move_iterator(parents_.begin() + static_cast<std::ptrdiff_t>(size)), std::make_move_iterator(parents_.end()));
    parents_.resize(size);
  }

  Expected<void> evaluate(std::vector<Individual>& individuals) {
    const std::size_t count = std::min<std::size_t>(individuals.size(), context_.budget.executions_left());
    for (Individual& each : individuals) each.born = born_++;
    pointers_.clear();
    for (std::size_t i = 0; i < count; ++i) pointers_.push_back(&individuals[i].test);
    for (std::size_t i = count; i < individuals.size(); ++i) individuals[i].fitness = context_.fitness.worst();
    std::size_t candidate = count;
    const auto ran = context_.executor.run(pointers_, [&](std::size_t i, const Observation& run) {
      individuals[i].fitness = context_.fitness.evaluate(run);
      if (individuals[i].fitness > 0 && run.raised && run.kind != CrashKind::kTimeout) others_.add(individuals[i].test, run);
      if (run.novel > 0 && !run.invalid) archive_.add(individuals[i].test, individuals[i].fitness);
      if (individuals[i].fitness <= 0) candidate = std::min(candidate, i);
      else note(individuals[i], run);
    });
    if (!ran) return ran;
    context_.budget.spend(count);
    if (candidate < count)
      if (const auto ok = confirm(individuals[candidate]); !ok) return ok;
    report();
    return {};
  }

  void note(const Individual& individual, const Observation& run) {
    if (result_.best.size() != 0 && individual.fitness >= result_.fitness) return;
    result_.best = individual.test;
    result_.fitness = individual.fitness;
    result_.lacks = context_.fitness.explain(run);
  }

  /// A crash may owe itself to what earlier tests left in globals: only one that happens alone counts.
  Expected<void> confirm(Individual& individual) {
    context_.budget.spend(1);
    return context_.executor.run_alone(individual.test, [&](const Observation& run) {
      individual.fitness = context_.fitness.evaluate(run);
      note(individual, run);
      found_ = individual.fitness <= 0;
    });
  }

  void report() {
    if (context_.observer != nullptr) context_.observer->progress({context_.budget.executions(), result_.generations, result_.fitness, result_.lacks});
  }

  const GuidedOptions& options_;
  const SearchContext& context_;
  TestBuilder builder_;
  CallChoice calls_;
  OtherCrashes others_;
  NoveltyArchive archive_;
  std::vector<Individual> parents_, offspring_;
  std::vector<const TestCase*> pointers_;
  TestCase scratch_;
  SearchResult result_;
  std::uint64_t born_ = 0;
  bool found_ = false;
};

}  // namespace

CallChoice possible_calls(const Goal& goal, const TestBuilder& builder) {
  CallChoice result;
  for (const CallableId id : goal.crash_calls)
    if (builder.can_make(id)) result.crash.push_back(id);
  for (const CallableId id : goal.unit_calls)
    if (builder.can_make(id)) result.unit.push_back(id);
  return result;
}

void initial_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls) {
  out.clear();
  const std::size_t size = 1 + random.below(max_calls);
  double probability = 1.0 / static_cast<double>(size);
  bool has_crash = false;
  for (std::size_t step = 0; step < size && out.size() + 6 < kMaxStatements; ++step) {
    if (calls.unit.empty() || random.chance(probability)) {
      (void)builder.append_call(out, random.pick(calls.crash));
      probability = 1.0 / static_cast<double>(size);
      has_crash = true;
    } else {
      (void)builder.append_call(out, random.pick(calls.unit));
      probability = 1.0 / static_cast<double>(size - step);
    }
  }
  if (!has_crash) (void)builder.append_call(out, random.pick(calls.crash));
}

Expected<SearchResult> GuidedSearch::search(const SearchContext& context) { return Search(options_, context, pool_).run(); }

}  // namespace reenact
