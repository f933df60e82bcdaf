#include "evolve/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace evolve {
namespace {

using Bits = std::vector<std::uint8_t>;
auto bits(std::size_t count) {
  return genes(count, [](Random& random) { return static_cast<std::uint8_t>(random.below(2)); });
}
int ones(const Bits& genome) { return static_cast<int>(std::ranges::count(genome, 1)); }

/// Everything a run shows, generation by generation.
struct Trace {
  std::vector<std::string>* lines;
  template <typename StateOf>
  void operator()(const StateOf& state) {
    for (const auto& each : state.population.members()) {
      std::string line;
      for (const auto gene : each.genome) line += std::to_string(gene) + " ";
      lines->push_back(line + std::to_string(each.born));
    }
  }
};

std::vector<std::string> trace(std::uint64_t seed, unsigned threads) {
  std::vector<std::string> lines;
  Engine engine(Plan{.population = 30,
                     .generate = bits(40),
                     .fitness = ones,
                     .stop = generations(20),
                     .observe = Trace{&lines},
                     .threads = threads});
  engine.run(seed);
  return lines;
}

TEST(Engine, SameSeedSameRunForAnyNumberOfThreads) {
  const auto one = trace(5, 1);
  EXPECT_EQ(one.size(), 21U * 30);
  EXPECT_EQ(one, trace(5, 1));
  EXPECT_EQ(one, trace(5, 2));
  EXPECT_EQ(one, trace(5, 4));
  EXPECT_NE(one, trace(6, 1));
}

TEST(Engine, OneEngineMayRunAgain) {
  Engine engine(Plan{.generate = bits(20), .fitness = ones, .stop = generations(5)});
  const auto first = engine.run(3).best().genome;
  const auto evaluations = engine.state().evaluations;
  engine.run(4);
  EXPECT_EQ(engine.run(3).best().genome, first);
  EXPECT_EQ(engine.state().evaluations, evaluations);
}

TEST(Engine, SolvesOneMaxWithEverySelectionAndSurvival) {
  const auto solves = [](auto select, auto cross, auto survive) {
    Engine engine(Plan{.population = 60,
                       .generate = bits(50),
                       .fitness = ones,
                       .stop = fitness_reached(50) || generations(500),
                       .select = std::move(select),
                       .cross = std::move(cross),
                       .mutate = FlipBits(),
                       .survive = std::move(survive)});
    return engine.run(1).best().score;
  };
  EXPECT_EQ(solves(Tournament{2}, SinglePoint(), MuPlusLambda()), 50);
  EXPECT_EQ(solves(Rank(), SinglePointPair(), Generational{2}), 50);
  EXPECT_EQ(solves(Roulette(), UniformCross(), MuPlusLambda()), 50);
}

TEST(Engine, WithoutCrossoverAndMutationTheBestTakesOver) {
  Engine engine(Plan{.population = 10,
                     .generate = bits(30),
                     .fitness = ones,
                     .stop = generations(30),
                     .crossover = 0,
                     .mutate = NoMutation()});
  Random random(2);
  engine.start(random);
  const Bits best = engine.state().best().genome;
  while (!engine.done()) engine.step(random);
  for (const auto& each : engine.state().population.members()) EXPECT_EQ(each.genome, best);
}

TEST(Engine, OddNumbersOfOffspringWithPairs) {
  std::size_t evaluated = 0;
  const auto count = [&](const Bits& genome) { return ++evaluated, ones(genome); };
  Engine engine(Plan{.population = 7,
                     .offspring = 5,
                     .generate = bits(8),
                     .fitness = count,
                     .stop = generations(4),
                     .cross = SinglePointPair()});
  EXPECT_EQ(engine.run().evaluations, 7U + 4 * 5);
  EXPECT_EQ(evaluated, 7U + 4 * 5);
  EXPECT_EQ(engine.state().population.size(), 7U);
}

TEST(Engine, TheBestOfTheRunOutlivesItself) {
  // Every child is worse than its parent, and no parent stays.
  const auto decay = [](int& genome, Random&) { --genome; };
  Engine engine(Plan{.population = 4,
                     .generate = [](Random&) { return 10; },
                     .fitness = [](int genome) { return genome; },
                     .stop = generations(6),
                     .cross = [](int first, int, int& child, Random&) { child = first; },
                     .mutate = decay,
                     .survive = Generational{0}});
  const auto& end = engine.run();
  EXPECT_EQ(end.population[0].score, 4);
  EXPECT_EQ(end.best().score, 10);
  EXPECT_EQ(end.stagnant, 6U);
}

TEST(Engine, AParentMayComeFromOutsideOfThePopulation) {
  /// First parents from an archive, second ones from the population.
  struct FromArchive {
    const Bits* archived;
    const Bits& operator()(Population<Individual<Bits, double>>, Random&) const { return *archived; }
    std::size_t mate(Population<Individual<Bits, double>> population, Random& random) const {
      return Uniform()(population, random);
    }
  };
  const Bits archived = {7, 7, 7, 7};
  const auto heads = [](const Bits& genome) { return genome.front() == 7 ? 1 : 0; };
  Engine engine(Plan{.population = 8,
                     .generate = bits(4),
                     .fitness = heads,
                     .stop = generations(1),
                     .select = FromArchive{&archived},
                     .crossover = 1,
                     .mutate = NoMutation()});
  for (const auto& child : engine.run().population.members()) {
    EXPECT_EQ(child.genome.front(), 7);
    EXPECT_LE(child.genome.back(), 1);
  }
}

TEST(Engine, IndividualsAreRecycled) {
  std::set<const void*> places;
  const auto note = [&](const Bits& genome) {
    return places.insert(&genome), places.insert(genome.data()), ones(genome);
  };
  Engine engine(Plan{.population = 6, .generate = bits(10), .fitness = note, .stop = generations(50)});
  engine.run();
  EXPECT_EQ(places.size(), 24U) << "six parents and six offspring, each with one piece of memory for its genes";
}

TEST(Engine, AnyTypeCanBeAGenome) {
  struct Point {
    double x = 0, y = 0;
  };
  Engine engine(Plan{
      .population = 20,
      .generate = fill<Point>([](Point& out, Random& random) { out = {random.uniform(-9, 9), random.uniform(-9, 9)}; }),
      .fitness = [](const Point& at) { return at.x * at.x + at.y * at.y; },
      .stop = fitness_reached(1e-4) || generations(2000),
      .cross = [](const Point& a, const Point& b, Point& child, Random&) { child = {a.x, b.y}; },
      .mutate = [](Point& at, Random& random) { at.x += 0.1 * random.normal(), at.y += 0.1 * random.normal(); },
      .goal = Minimise()});
  EXPECT_LE(engine.run().best().score, 1e-4);
}

/// The generation in which a run ends whose best score in generation g is `scores[g]` (the last one ever
/// after).
template <typename Stop>
std::uint64_t ends_after(Stop stop, std::vector<double> scores) {
  std::size_t generation = 0;
  const auto script = [&](std::span<const int* const>, std::span<double> out) {
    std::ranges::fill(out, scores[std::min(generation++, scores.size() - 1)]);
  };
  Engine engine(Plan{.population = 2,
                     .generate = [](Random&) { return 0; },
                     .fitness = batch(script),
                     .stop = stop || generations(100),
                     .cross = [](int first, int, int& child, Random&) { child = first; },
                     .mutate = NoMutation()});
  return engine.run().generation;
}

TEST(Termination, Generations) { EXPECT_EQ(ends_after(generations(0), {1}), 0U); }
TEST(Termination, EvaluationsFinishTheGeneration) { EXPECT_EQ(ends_after(evaluations(5), {1}), 2U); }
TEST(Termination, FitnessReached) { EXPECT_EQ(ends_after(fitness_reached(3), {1, 2, 2.9, 3.5, 9}), 3U); }
TEST(Termination, StagnationCountsFromTheLastImprovement) {
  EXPECT_EQ(ends_after(stagnation(3), {1, 1, 1, 2, 2, 1, 2, 9}), 6U);
  EXPECT_EQ(ends_after(stagnation(0), {1, 2, 3}), 0U);
}
TEST(Termination, Predicate) {
  EXPECT_EQ(ends_after(when([](const auto& state) { return state.generation * state.generation > 50; }), {1}), 8U);
}
TEST(Termination, Combinations) {
  const std::vector<double> scores = {1, 2, 3, 4, 4, 4, 4, 4};
  EXPECT_EQ(ends_after(fitness_reached(4) || generations(2), scores), 2U);
  EXPECT_EQ(ends_after(fitness_reached(4) && generations(2), scores), 3U);
  EXPECT_EQ(ends_after((fitness_reached(9) || stagnation(2)) && generations(1), scores), 5U);
}

TEST(Observer, HistoryAndOthersSeeEveryGeneration) {
  std::vector<Summary> history;
  int calls = 0;
  Engine engine(Plan{.population = 4,
                     .generate = bits(6),
                     .fitness = ones,
                     .stop = generations(3),
                     .observe = all(History(history), [&](const auto&) { ++calls; })});
  const auto& end = engine.run();
  EXPECT_EQ(calls, 4);
  ASSERT_EQ(history.size(), 4U);
  EXPECT_EQ(history[0].generation, 0U);
  EXPECT_EQ(history[3].evaluations, 16U);
  EXPECT_EQ(history[3].best, end.best().score);
  double sum = 0;
  for (const auto& each : end.population.members()) sum += each.score;
  EXPECT_DOUBLE_EQ(history[3].mean, sum / 4);
}

TEST(Plan, AGuidedSearchLikeEvoCrashes) {
  // Texts that must hold an 'x' (a call of M_crash), as short as possible among the equally fit, 20
  // evaluations at most.
  const auto keeps = [](const std::string& text) { return text.contains('x'); };
  std::size_t budget = 200;
  const auto evaluate = [&](std::span<const std::string* const> texts, std::span<double> scores) {
    for (std::size_t i = 0; i < texts.size() && budget > 0; ++i, --budget) {
      EXPECT_TRUE(keeps(*texts[i])) << *texts[i];
      scores[i] = 5 - static_cast<double>(std::min<std::ptrdiff_t>(5, std::ranges::count(*texts[i], 'x')));
      if (scores[i] == 0) return Flow::kStop;
    }
    return budget == 0 ? Flow::kStop : Flow::kContinue;
  };
  const auto letter = [](Random& random) { return static_cast<char>(random.between('u', 'z')); };
  Engine engine(Plan{.population = 20,
                     .generate = fill<std::string>([&](std::string& out, Random& random) {
                       out.assign(1 + random.below(8), letter(random)), out += 'x';
                     }),
                     .fitness = batch(evaluate),
                     .stop = stagnation(120),
                     .select = Rank{1.7},
                     .cross = OrClone{SinglePoint(), keeps},
                     .crossover = 0.75,
                     .mutate =
                         [&](std::string& text, Random& random) {
                           for_each_chosen(text.size(), kOnePerGenome, random,
                                           [&](std::size_t i) { text[i] = letter(random); });
                           if (!keeps(text)) text += 'x';
                         },
                     .goal = Minimise(),
                     .ties = SmallerFirst()});
  const auto& end = engine.run(1);
  EXPECT_TRUE(end.interrupted);
  for (std::size_t i = 1; i < end.population.size(); ++i) {
    const auto key = [](const auto& each) { return std::tuple(each.score, each.genome.size(), each.born); };
    EXPECT_LT(key(end.population[i - 1]), key(end.population[i]));
  }
}

}  // namespace
}  // namespace evolve
