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
  void add(const TestCase& test) {
    if (tests_.size() < kCapacity) {
      tests_.push_back(test);
      next_ = tests_.size() % kCapacity;
    } else {
      tests_[next_] = test;
      next_ = (next_ + 1) % kCapacity;
    }
  }
  [[nodiscard]] bool empty() const { return tests_.empty(); }
  /// The younger half of the time: what was found last has been built upon least. REQUIRES: !empty().
  [[nodiscard]] const TestCase& pick(Random& random) const {
    const std::size_t young = std::min<std::size_t>(tests_.size(), kYoung);
    if (random.chance(0.5)) return random.pick(tests_);
    return tests_[(next_ + tests_.size() * 2 - 1 - random.below(young)) % tests_.size()];
  }

 private:
  static constexpr std::size_t kCapacity = 512, kYoung = 24;
  std::vector<TestCase> tests_;
  std::size_t next_ = 0;
};

}  // namespace reenact
