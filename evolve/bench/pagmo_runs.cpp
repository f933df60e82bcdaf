#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/algorithms/sga.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/utils/hypervolume.hpp>
#include <pagmo/utils/multi_objective.hpp>

#include "runs.h"

namespace bench {
namespace {

using pagmo::vector_double;

/// pagmo minimises, so the bits that are set count negatively.
struct OneMax {
  [[nodiscard]] vector_double fitness(const vector_double& x) const { return {-onemax(x)}; }
  [[nodiscard]] std::pair<vector_double, vector_double> get_bounds() const {
    return {vector_double(kBits, 0), vector_double(kBits, 1)};
  }
  [[nodiscard]] vector_double::size_type get_nix() const { return kBits; }
};
struct Rastrigin {
  [[nodiscard]] vector_double fitness(const vector_double& x) const { return {rastrigin(x)}; }
  [[nodiscard]] std::pair<vector_double, vector_double> get_bounds() const {
    return {vector_double(kVariables, -5.12), vector_double(kVariables, 5.12)};
  }
};
struct Zdt1 {
  [[nodiscard]] vector_double fitness(const vector_double& x) const {
    vector_double result(2);
    zdt1(x, result[0], result[1]);
    return result;
  }
  [[nodiscard]] vector_double::size_type get_nobj() const { return 2; }
  [[nodiscard]] std::pair<vector_double, vector_double> get_bounds() const {
    return {vector_double(kZdtVariables, 0), vector_double(kZdtVariables, 1)};
  }
};

template <typename Problem>
pagmo::population evolved(pagmo::algorithm algorithm, unsigned seed) {
  return algorithm.evolve(pagmo::population(pagmo::problem(Problem()), kPopulation, seed));
}

}  // namespace

Run pagmo_onemax(std::size_t generations, unsigned seed) {
  const pagmo::sga sga(static_cast<unsigned>(generations), kCrossover, 1, 1.0 / kBits, 1, 2, "single", "uniform",
                       "tournament", seed);
  const auto end = evolved<OneMax>(pagmo::algorithm(sga), seed);
  return {end.get_problem().get_fevals(), -end.champion_f()[0]};
}

Run pagmo_rastrigin(std::size_t generations, unsigned seed) {
  const pagmo::sga sga(static_cast<unsigned>(generations), kCrossover, 15, 1.0 / kVariables, 20, 2, "sbx", "polynomial",
                       "tournament", seed);
  const auto end = evolved<Rastrigin>(pagmo::algorithm(sga), seed);
  return {end.get_problem().get_fevals(), end.champion_f()[0]};
}

Run pagmo_zdt1(std::size_t generations, unsigned seed) {
  const pagmo::nsga2 nsga2(static_cast<unsigned>(generations), kCrossover, 15, 1.0 / kZdtVariables, 20, seed);
  const auto end = evolved<Zdt1>(pagmo::algorithm(nsga2), seed);
  std::vector<vector_double> inside;
  for (const auto& each : end.get_f())
    if (each[0] < 1.1 && each[1] < 1.1) inside.push_back(each);
  const double area = inside.empty() ? 0 : pagmo::hypervolume(inside).compute({1.1, 1.1});
  return {end.get_problem().get_fevals(), area};
}

}  // namespace bench
