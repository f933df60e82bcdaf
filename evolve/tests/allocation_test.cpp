// Individuals are recycled: once warm, a generation allocates nothing. A program of its own, because it
// counts every `operator new`.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>
#include <numeric>
#include <utility>

#include "evolve/evolve.h"

namespace {
std::atomic<std::size_t> allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace evolve {
namespace {

using Reals = std::vector<double>;

/// How many allocations there were in generations 100 to 200.
template <typename P>
std::size_t allocations_once_warm(P plan) {
  Engine engine(std::move(plan));
  Random random(1);
  engine.start(random);
  for (int i = 0; i < 100; ++i) engine.step(random);
  const std::size_t before = allocations;
  for (int i = 0; i < 100; ++i) engine.step(random);
  return allocations - before;
}

double sum(const Reals& genome) { return std::accumulate(genome.begin(), genome.end(), 0.0); }
std::array<double, 2> two(const Reals& x) { return {x[0], sum(x) / (x[0] + 1)}; }

TEST(Allocations, NoneInAWarmSearch) {
  EXPECT_EQ(allocations_once_warm(Plan{.generate = reals(50, {}), .fitness = sum, .stop = generations(1)}), 0U);
  EXPECT_EQ(allocations_once_warm(Plan{.generate = reals(50, {}),
                                       .fitness = sum,
                                       .stop = generations(1),
                                       .select = Roulette(),
                                       .cross = SimulatedBinary(),
                                       .mutate = Gaussian(),
                                       .survive = Generational(),
                                       .threads = 2}),
            0U);
}

TEST(Allocations, NoneInAWarmSearchOfSeveralObjectives) {
  const auto with = [](auto survive) {
    return allocations_once_warm(Plan{.population = 40,
                                      .generate = reals(20, {}),
                                      .fitness = two,
                                      .stop = generations(1),
                                      .cross = SimulatedBinary(),
                                      .mutate = Polynomial(),
                                      .survive = std::move(survive),
                                      .goal = Minimise()});
  };
  EXPECT_EQ(with(Nsga2()), 0U);
  EXPECT_EQ(with(Spea2()), 0U);
}

}  // namespace
}  // namespace evolve
