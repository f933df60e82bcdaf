// Tests that were the first to enter some code near the goal, kept as parents whatever their fitness: the goal's own
// functions say nothing about a parser in front of them, its coverage does (as in coverage-guided fuzzing).
#pragma once

#include <vector>

#include <algorithm>
#include "base/random.h"
#include "testcase/test_case.h"

namespace reenact {

class NoveltyArchive {
 public:
  /// The oldest makes room for it if need be.
  void add(const TestCase& test, double fitness) {
    if (tests_.size() < kCapacity) tests_.emplace_back();
    tests_[next_] = {test, fitness};
    next_ = (next_ + 1) % kCapacity;
  }
  [[nodiscard]] bool empty() const { return tests_.empty(); }
  /// One of the youngest half of the time (what was found last has been built upon least), else the fitter of two.
  /// REQUIRES: !empty().
  [[nodiscard]] const TestCase& pick(evolve::Random& random) const {
    if (random.chance(0.5)) return tests_[(next_ + tests_.size() * 2 - 1 - random.below(std::min(tests_.size(), kYoung))) % tests_.size()].test;
    const Entry &a = random.pick(tests_), &b = random.pick(tests_);
    return (a.fitness <= b.fitness ? a : b).test;
  }

 private:
  struct Entry {
    TestCase test;
    double fitness = 0;
  };
  static constexpr std::size_t kCapacity = 512, kYoung = 24;
  std::vector<Entry> tests_;
  std::size_t next_ = 0;
};

}  // namespace reenact
