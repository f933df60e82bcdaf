// Tests that were the first to enter some code near the goal, kept as parents whatever their fitness: the goal's own
// functions say nothing about a parser in front of them, its coverage does (as in coverage-guided fuzzing).
#pragma once

#include <cstdint>
#include <vector>

#include "evolve/random.h"
#include "testcase/test_case.h"

namespace reenact {

class NoveltyArchive {
 public:
  /// The oldest makes room for it if need be.
  void add(const TestCase& test) {
    if (tests_.size() < kCapacity) tests_.emplace_back();
    tests_[next_].test = test;
    tests_[next_].picks = 0;
    next_ = (next_ + 1) % kCapacity;
  }
  [[nodiscard]] bool empty() const { return tests_.empty(); }
  /// The least built upon of four. REQUIRES: !empty().
  [[nodiscard]] const TestCase& pick(evolve::Random& random) {
    std::size_t best = random.below(tests_.size());
    for (int i = 0; i < 3; ++i)
      if (const std::size_t other = random.below(tests_.size()); tests_[other].picks < tests_[best].picks) best = other;
    ++tests_[best].picks;
    return tests_[best].test;
  }

  /// A call of some test here: calls that led to new code once are likely to again. Null if the draw was a literal.
  [[nodiscard]] const Statement* some_call(evolve::Random& random) const {
    if (tests_.empty()) return nullptr;
    const TestCase& test = tests_[random.below(tests_.size())].test;
    if (test.size() == 0) return nullptr;
    const Statement& statement = test.statements[random.below(test.size())];
    return statement.kind == StatementKind::kCall ? &statement : nullptr;
  }

 private:
  struct Entry {
    TestCase test;
    std::uint64_t picks = 0;
  };
  static constexpr std::size_t kCapacity = 512;
  std::vector<Entry> tests_;
  std::size_t next_ = 0;
};

}  // namespace reenact
