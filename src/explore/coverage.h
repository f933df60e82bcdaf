// What tests have covered of a unit: blocks entered and branches taken, each an item with a number.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "fitness/fitness.h"
#include "run/executor.h"

namespace reenact {

using Items = std::set<std::uint64_t>;

/// Of all enabled functions.
[[nodiscard]] Items items_of(const Observation& run);
/// How many of `items` are not in `known`.
[[nodiscard]] std::size_t count_new(const Items& items, const Items& known);

/// What runs have covered so far. Most runs cover nothing new, so those allocate nothing.
class Covered {
 public:
  /// Does `run` cover something that none before it did? Then it is covered from now on.
  bool add(const Observation& run);
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  /// Of one function; 1: covered.
  struct Known {
    std::vector<std::uint8_t> blocks, edges;
  };

  std::vector<Known> known_;  // in the order of Observation::coverage, which is that of every run
  std::size_t size_ = 0;
};

/// A test that ran, and what it covered when it did.
struct CoveringTest {
  TestCase test;
  Items items;
};

/// Runs tests in another executor and keeps those that cover something new. A test that ends in a crash covers nothing: the crash
/// is told elsewhere.
class CoverageCollector final : public Executor {
 public:
  /// `inner` must outlive it.
  explicit CoverageCollector(Executor& inner) : inner_(inner) {}
  [[nodiscard]] Expected<void> run(std::span<const TestCase* const> tests,
                                   const std::function<void(std::size_t, const Observation&)>& seen) override;
  [[nodiscard]] Expected<void> run_alone(const TestCase& test,
                                         const std::function<void(const Observation&)>& seen) override;
  [[nodiscard]] RunCosts costs() const override { return inner_.costs(); }

  /// In the order in which they came.
  [[nodiscard]] const std::vector<CoveringTest>& tests() const { return tests_; }
  /// How many blocks and branches they cover.
  [[nodiscard]] std::size_t covered() const { return covered_.size(); }

 private:
  void note(const TestCase& test, const Observation& run);

  Executor& inner_;
  std::vector<CoveringTest> tests_;
  Covered covered_;
};

/// Did the test end as a test of a suite may: it passed, or an exception came out of it?
[[nodiscard]] bool ended_well(const Observation& run);

/// A test that covers something new is better than all before it; all others are equally bad. What is covered is counted by this
/// fitness itself, so each run is to be judged once.
class NewCoverage final : public Fitness {
 public:
  /// `items`: blocks and branches that there are.
  explicit NewCoverage(std::size_t items) : items_(items) {}
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return static_cast<double>(items_) + 1; }

 private:
  const std::size_t items_;
  Covered covered_;
};

}  // namespace reenact
