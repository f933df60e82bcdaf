// The fitness in its three forms, and what calls it for a whole generation.
//
// 1. `score f(const Genome&)`. With several threads it is called from all of them at a time.
// 2. `score f(const Genome&, Random&)`: with chance of its own. Each individual has its own random stream, so
// that
//    neither the number of threads nor their timing can be seen in the result.
// 3. `Flow f.evaluate_batch(std::span<const Genome* const>, std::span<Score>)`: all of a generation at once,
// in its
//    order, in the calling thread. Scores come in as the goal's worst; those of individuals that were not
//    evaluated stay as they are. `Flow::kStop` ends the run after this generation. The result may be void.
//
// A score is a number, or one number per objective (std::array<double, M>). NaN counts as the worst.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "evolve/individual.h"
#include "evolve/random.h"
#include "evolve/thread_pool.h"

namespace evolve {

enum class Flow : std::uint8_t { kContinue, kStop };

/// A function with the parameters of `evaluate_batch` as a fitness.
template <typename ScoreType, typename Function>
struct Batch {
  using Score = ScoreType;
  Function function;
  template <typename Genome>
  auto evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) {
    return function(genomes, scores);
  }
};
template <typename Score = double, typename Function>
[[nodiscard]] Batch<Score, Function> batch(Function function) {
  return {std::move(function)};
}

namespace detail {
template <typename F>
struct batch_score {
  using type = double;
};
template <typename F>
  requires requires { typename F::Score; }
struct batch_score<F> {
  using type = typename F::Score;
};
}  // namespace detail

template <typename F, typename Genome>
concept BatchFitness =
    requires(F& fitness, std::span<const Genome* const> genomes,
             std::span<typename detail::batch_score<F>::type> scores) { fitness.evaluate_batch(genomes, scores); };
template <typename F, typename Genome>
concept RandomFitness = std::invocable<F&, const Genome&, Random&>;
template <typename F, typename Genome>
concept PlainFitness = std::invocable<F&, const Genome&>;

template <typename F, typename Genome>
concept Fitness = BatchFitness<F, Genome> || RandomFitness<F, Genome> || PlainFitness<F, Genome>;

namespace detail {
template <typename Score>
using score_or_double = std::conditional_t<MultiScore<Score>, Score, double>;

template <typename F, typename Genome>
struct score_of {
  using type = std::remove_cvref_t<std::invoke_result_t<F&, const Genome&>>;
};
template <typename F, typename Genome>
  requires RandomFitness<F, Genome>
struct score_of<F, Genome> {
  using type = std::remove_cvref_t<std::invoke_result_t<F&, const Genome&, Random&>>;
};
template <typename F, typename Genome>
  requires BatchFitness<F, Genome>
struct score_of<F, Genome> {
  using type = typename batch_score<F>::type;
};

template <MultiScore Score, typename Goal>
void set_worst(Score& score, const Goal& goal) {
  score.fill(goal.worst());
}
template <typename Goal>
void set_worst(double& score, const Goal& goal) {
  score = goal.worst();
}
template <MultiScore Score>
[[nodiscard]] bool is_nan(const Score& score) {
  for (const double each : score)
    if (std::isnan(each)) return true;
  return false;
}
[[nodiscard]] inline bool is_nan(double score) { return std::isnan(score); }
}  // namespace detail

/// double for fitness functions that return a number of any type, else their array type.
template <typename F, typename Genome>
using score_of = detail::score_or_double<typename detail::score_of<F, Genome>::type>;

/// Calls the fitness for the individuals of one generation.
template <typename I, typename Goal, typename F>
  requires Fitness<F, typename I::Genome>
class Evaluator {
  using Genome = typename I::Genome;
  using Score = typename I::Score;

 public:
  Evaluator(F fitness, unsigned threads) : fitness_(std::move(fitness)), threads_(threads) {}

  /// Draws what the random streams of a run start from; without chance in the fitness, draws nothing.
  void start(Random& random) {
    if constexpr (kRandom) stream_ = random();
  }

  Flow evaluate(std::span<I* const> individuals, const Goal& goal) {
    Flow flow = Flow::kContinue;
    if constexpr (BatchFitness<F, Genome>)
      flow = evaluate_batch(individuals, goal);
    else
      pool().for_each(individuals.size(), [&](std::size_t i) { evaluate_one(*individuals[i]); });
    for (I* each : individuals)
      if (detail::is_nan(each->score)) detail::set_worst(each->score, goal);
    return flow;
  }

  [[nodiscard]] F& fitness() { return fitness_; }

 private:
  static constexpr bool kRandom = RandomFitness<F, Genome> && !BatchFitness<F, Genome>;

  ThreadPool& pool() {
    if (!pool_) pool_.emplace(threads_);
    return *pool_;
  }

  void evaluate_one(I& individual) {
    const Genome& genome = individual.genome;
    if constexpr (kRandom) {
      Random random(stream_ + 0x9e3779b97f4a7c15ULL * individual.born);
      individual.score = static_cast<Score>(fitness_(genome, random));
    } else {
      individual.score = static_cast<Score>(fitness_(genome));
    }
  }

  Flow evaluate_batch(std::span<I* const> individuals, const Goal& goal) {
    genomes_.clear();
    for (const I* each : individuals) genomes_.push_back(&each->genome);
    scores_.resize(individuals.size());
    for (Score& each : scores_) detail::set_worst(each, goal);
    Flow flow = Flow::kContinue;
    const std::span<const Genome* const> genomes(genomes_);
    if constexpr (std::is_void_v<decltype(fitness_.evaluate_batch(genomes, std::span(scores_)))>)
      fitness_.evaluate_batch(genomes, std::span(scores_));
    else
      flow = fitness_.evaluate_batch(genomes, std::span(scores_));
    for (std::size_t i = 0; i < individuals.size(); ++i) individuals[i]->score = scores_[i];
    return flow;
  }

  F fitness_;
  unsigned threads_;
  std::optional<ThreadPool> pool_;
  std::uint64_t stream_ = 0;
  std::vector<const Genome*> genomes_;
  std::vector<Score> scores_;
};

}  // namespace evolve
