// What one evaluation costs, the search around it included, beside packaged C++ libraries of the same kind,
// all in one run on one thread: OneMax, a real-valued GA on Rastrigin, NSGA-II on ZDT1. Usage:
// cost_per_evaluation [rounds].
//
// Processor time counts, rounds alternate between the libraries, and the median of the rounds is printed.
// Every library meets evolve set up its way (its survival, its operators), so one pair of lines compares like
// with like.
#include <evolve/evolve.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "runs.h"

namespace bench {
namespace {

using evolve::Engine;
using evolve::Plan;
using Reals = std::vector<double>;
using Bits = std::vector<std::uint8_t>;

template <typename Survive>
Run evolve_onemax(std::size_t generations, unsigned seed) {
  Engine engine(Plan{.population = kPopulation,
                     .generate = evolve::genes(
                         kBits, [](evolve::Random& random) { return static_cast<std::uint8_t>(random.below(2)); }),
                     .fitness = onemax<Bits>,
                     .stop = evolve::generations(generations),
                     .select = evolve::Tournament{2},
                     .cross = evolve::SinglePointPair{},
                     .crossover = kCrossover,
                     .mutate = evolve::FlipBits{},
                     .survive = Survive{}});
  const auto& end = engine.run(seed);
  return {end.evaluations, end.best().score};
}

constexpr evolve::Bounds kBounds{-5.12, 5.12};

template <typename Cross, typename Mutate, typename Survive>
Run evolve_rastrigin(Cross cross, Mutate mutate, std::size_t generations, unsigned seed) {
  Engine engine(Plan{.population = kPopulation,
                     .generate = evolve::reals(kVariables, kBounds),
                     .fitness = rastrigin<Reals>,
                     .stop = evolve::generations(generations),
                     .select = evolve::Tournament{2},
                     .cross = cross,
                     .crossover = kCrossover,
                     .mutate = mutate,
                     .survive = Survive{},
                     .goal = evolve::Minimise{}});
  const auto& end = engine.run(seed);
  return {end.evaluations, end.best().score};
}

Run evolve_rastrigin_sbx(std::size_t generations, unsigned seed) {
  return evolve_rastrigin<evolve::SimulatedBinary, evolve::Polynomial, evolve::MuPlusLambda>(
      {.bounds = kBounds, .eta = 15}, {.bounds = kBounds, .eta = 20}, generations, seed);
}
Run evolve_rastrigin_point(std::size_t generations, unsigned seed) {
  return evolve_rastrigin<evolve::SinglePointPair, evolve::PerGene, evolve::Generational>({}, {}, generations, seed);
}

Run evolve_zdt1(std::size_t generations, unsigned seed) {
  const auto fitness = [](const Reals& x) {
    std::array<double, 2> result;
    zdt1(x, result[0], result[1]);
    return result;
  };
  Engine engine(Plan{.population = kPopulation,
                     .generate = evolve::reals(kZdtVariables, {0, 1}),
                     .fitness = fitness,
                     .stop = evolve::generations(generations),
                     .select = evolve::Tournament{2},
                     .cross = evolve::SimulatedBinary{},
                     .crossover = kCrossover,
                     .mutate = evolve::Polynomial{},
                     .survive = evolve::Nsga2{},
                     .goal = evolve::Minimise{}});
  const auto& end = engine.run(seed);
  std::vector<std::array<double, 2>> points;
  for (const auto& each : end.population.members()) points.push_back(each.score);
  return {end.evaluations, evolve::hypervolume(points, {1.1, 1.1})};
}

using RunFunction = std::function<Run(std::size_t generations, unsigned seed)>;

struct Contender {
  std::string name;
  RunFunction run;
};
struct Comparison {
  const char* problem;
  std::size_t generations;
  Contender ours, other;
};

struct Measured {
  double nanoseconds = 0;  // per evaluation, median of the rounds
  double best = 0;         // median of the rounds
  std::size_t evaluations = 0;
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

class Timer {
 public:
  void round(const Contender& contender, std::size_t generations, unsigned seed) {
    const std::clock_t start = std::clock();
    const Run run = contender.run(generations, seed);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    costs_.push_back(seconds * 1e9 / static_cast<double>(run.evaluations));
    bests_.push_back(run.best);
    evaluations_ = run.evaluations;
  }
  [[nodiscard]] Measured result() const { return {median(costs_), median(bests_), evaluations_}; }

 private:
  std::vector<double> costs_, bests_;
  std::size_t evaluations_ = 0;
};

void print(const Comparison& comparison, const std::string& name, const Measured& measured, double ratio) {
  std::printf("%-26s %-24s %11zu %12.1f %9.2fx %12.4f\n", comparison.problem, name.c_str(), measured.evaluations,
              measured.nanoseconds, ratio, measured.best);
}

void compare(const Comparison& comparison, unsigned rounds) {
  Timer ours, other;
  for (unsigned seed = 1; seed <= rounds; ++seed) {
    ours.round(comparison.ours, comparison.generations, seed);
    other.round(comparison.other, comparison.generations, seed);
  }
  const Measured mine = ours.result(), theirs = other.result();
  print(comparison, comparison.ours.name, mine, 1);
  print(comparison, comparison.other.name, theirs, theirs.nanoseconds / mine.nanoseconds);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  using namespace bench;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 11;
  if (rounds < 1) {
    std::fputs("usage: cost_per_evaluation [rounds]\n", stderr);
    return 2;
  }
  std::printf("%-26s %-24s %11s %12s %10s %12s\n", "problem", "library", "evaluations", "ns/evaluation", "ratio",
              "best (median)");
  const std::vector<Comparison> comparisons = {
      {"OneMax, 100 bits",
       500,
       {"evolve (mu+lambda)", evolve_onemax<evolve::MuPlusLambda>},
       {"pagmo sga", pagmo_onemax}},
      {"OneMax, 100 bits",
       500,
       {"evolve (generational)", evolve_onemax<evolve::Generational>},
       {"GAlib GASimpleGA", galib_onemax}},
      {"Rastrigin, 20 variables", 500, {"evolve (SBX)", evolve_rastrigin_sbx}, {"pagmo sga", pagmo_rastrigin}},
      {"Rastrigin, 20 variables",
       500,
       {"evolve (one-point)", evolve_rastrigin_point},
       {"GAlib GASimpleGA", galib_rastrigin}},
      {"ZDT1, 30 variables", 250, {"evolve NSGA-II", evolve_zdt1}, {"pagmo nsga2", pagmo_zdt1}},
  };
  for (const Comparison& each : comparisons) compare(each, static_cast<unsigned>(rounds));
}
