#include "evolve/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>

#include "evolve/engine.h"

namespace evolve {
namespace {

using ::testing::ElementsAre;

TEST(ThreadPool, CallsEachIndexOnceInEveryRound) {
  for (const unsigned threads : {0U, 1U, 2U, 5U}) {
    ThreadPool pool(threads);
    for (const std::size_t count : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> calls(count);
      pool.for_each(count, [&](std::size_t i) { ++calls[i]; });
      for (const auto& each : calls) EXPECT_EQ(each, 1);
    }
  }
}

TEST(ThreadPool, ThrowsTheFirstExceptionAndGoesOn) {
  ThreadPool pool(3);
  std::atomic<int> calls = 0;
  const auto fail = [&](std::size_t i) {
    ++calls;
    if (i == 20 || i == 70) throw std::runtime_error("at " + std::to_string(i));
  };
  EXPECT_THAT([&] { pool.for_each(100, fail); }, ::testing::ThrowsMessage<std::runtime_error>("at 20"));
  EXPECT_EQ(calls, 100);
  pool.for_each(10, [&](std::size_t) { ++calls; });
  EXPECT_EQ(calls, 110);
}

auto numbers() {
  return genes(3, [](Random& random) { return static_cast<int>(random.between(0, 9)); });
}
double sum(const std::vector<int>& genome) { return std::accumulate(genome.begin(), genome.end(), 0.0); }

TEST(Batch, SeesWholeGenerationsAndScoresThem) {
  std::vector<std::size_t> sizes;
  const auto score = [&](std::span<const std::vector<int>* const> genomes, std::span<double> scores) {
    sizes.push_back(genomes.size());
    for (std::size_t i = 0; i < genomes.size(); ++i) scores[i] = sum(*genomes[i]);
  };
  Engine engine(
      Plan{.population = 5, .offspring = 3, .generate = numbers(), .fitness = batch(score), .stop = generations(2)});
  const auto& end = engine.run(7);
  EXPECT_THAT(sizes, ElementsAre(5, 3, 3));
  EXPECT_EQ(end.evaluations, 11U);

  Engine one_by_one(
      Plan{.population = 5, .offspring = 3, .generate = numbers(), .fitness = sum, .stop = generations(2)});
  EXPECT_EQ(one_by_one.run(7).best().genome, end.best().genome);
}

TEST(Batch, MayEndTheRunInTheMiddleOfAGeneration) {
  int rounds = 0;
  const auto score = [&](std::span<const std::vector<int>* const> genomes, std::span<double> scores) {
    EXPECT_THAT(scores, ::testing::Each(Maximise::worst()));
    if (++rounds < 3) {
      for (std::size_t i = 0; i < genomes.size(); ++i) scores[i] = 1;
      return Flow::kContinue;
    }
    scores[1] = 100;  // found; nothing after it is run
    return Flow::kStop;
  };
  Engine engine(Plan{.population = 4, .generate = numbers(), .fitness = batch(score), .stop = generations(1000)});
  const auto& end = engine.run(7);
  EXPECT_TRUE(end.interrupted);
  EXPECT_EQ(end.generation, 2U);
  EXPECT_EQ(end.best().score, 100);
  EXPECT_EQ(end.population[0].score, 100);
  EXPECT_EQ(end.population[3].score, 1) << "one that was not evaluated must not displace one that was";
}

TEST(Fitness, NanIsTheWorst) {
  const auto score = [](const std::vector<int>& genome) { return genome[0] % 2 == 0 ? sum(genome) : std::nan(""); };
  Engine engine(
      Plan{.population = 16, .generate = numbers(), .fitness = score, .stop = generations(3), .goal = Minimise()});
  const auto& end = engine.run(7);
  EXPECT_TRUE(std::isfinite(end.best().score));
  for (const auto& each : end.population.members()) EXPECT_FALSE(std::isnan(each.score));
}

TEST(Fitness, WithChanceIsTheSameForAnyNumberOfThreads) {
  const auto noisy = [](const std::vector<int>& genome, Random& random) { return sum(genome) + random.unit(); };
  const auto run = [&](unsigned threads) {
    std::vector<Summary> history;
    Engine engine(Plan{.population = 20,
                       .generate = numbers(),
                       .fitness = noisy,
                       .stop = generations(10),
                       .observe = History(history),
                       .threads = threads});
    engine.run(99);
    std::vector<double> result;
    for (const Summary& each : history) result.push_back(each.mean);
    return result;
  };
  EXPECT_EQ(run(1), run(2));
  EXPECT_EQ(run(1), run(4));
}

TEST(Fitness, WithChanceDrawsAnewForEachIndividualAndRun) {
  const auto chance = [](const std::vector<int>&, Random& random) { return random.unit(); };
  Engine engine(Plan{.population = 20, .generate = numbers(), .fitness = chance, .stop = generations(0)});
  std::set<double> scores;
  for (const std::uint64_t seed : {1, 2})
    for (const auto& each : engine.run(seed).population.members()) scores.insert(each.score);
  EXPECT_EQ(scores.size(), 40U);
}

TEST(Fitness, ItsExceptionLeavesTheRun) {
  const auto broken = [](const std::vector<int>&) -> double { throw std::runtime_error("no fitness"); };
  for (const unsigned threads : {1U, 2U}) {
    Engine engine(Plan{.generate = numbers(), .fitness = broken, .stop = generations(1), .threads = threads});
    EXPECT_THROW(engine.run(), std::runtime_error);
  }
}

}  // namespace
}  // namespace evolve
