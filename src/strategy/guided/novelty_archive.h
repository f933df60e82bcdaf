// Tests that were the first to enter some code near the goal, kept as parents whatever their fitness: the goal's own
// functions say nothing about a parser in front of them, its coverage does (as in coverage-guided fuzzing). Those whose
// offspring found something new again are built upon more: a parser has much to show, a setter nothing but itself
// (energy by success, as in AFLFast: Böhme et al., CCS 2016).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "evolve/random.h"
#include "testcase/test_case.h"

namespace reenact {

class NoveltyArchive {
 public:
  /// `patience`: picks of a test without new offspring before it falls behind, above 0. `draws`: a parent is the best of so
  /// many, at least 1.
  explicit NoveltyArchive(double patience = 20, std::size_t draws = 6) : patience_(patience), draws_(draws) {}

  /// Which test of the archive another was bred from; stays valid, if without effect, when the test has made room.
  struct Parent {
    std::size_t index = 0;
    std::uint64_t number = 0;
  };

  /// The oldest makes room for it if need be. `worth`: of what was new, at least 0.
  void add(const TestCase& test, double worth) {
    if (tests_.size() < kCapacity) tests_.emplace_back();
    Entry& entry = tests_[next_];
    entry.test = test;
    entry.picks = 0;
    entry.worth = worth;
    entry.number = ++added_;
    next_ = (next_ + 1) % kCapacity;
  }
  [[nodiscard]] bool empty() const { return tests_.empty(); }

  /// The most promising of some. REQUIRES: !empty().
  [[nodiscard]] Parent pick(evolve::Random& random) {
    std::size_t best = random.below(tests_.size());
    for (std::size_t i = 1; i < draws_; ++i)
      if (const std::size_t other = random.below(tests_.size()); promise(other) > promise(best)) best = other;
    ++tests_[best].picks;
    return {best, tests_[best].number};
  }
  [[nodiscard]] const TestCase& operator[](Parent parent) const { return tests_[parent.index].test; }
  /// Offspring of `parent` found something new of that worth.
  void credit(Parent parent, double worth) {
    if (Entry& entry = tests_[parent.index]; entry.number == parent.number) entry.worth += worth;
  }

  /// A call of some test here: calls that led to new code once are likely to again. Null if the draw was a literal.
  [[nodiscard]] const Statement* some_call(evolve::Random& random) const {
    if (tests_.empty()) return nullptr;
    std::size_t best = random.below(tests_.size());
    if (const std::size_t other = random.below(tests_.size()); promise(other) > promise(best)) best = other;
    const TestCase& test = tests_[best].test;
    if (test.size() == 0) return nullptr;
    const Statement& statement = test.statements[random.below(test.size())];
    return statement.kind == StatementKind::kCall ? &statement : nullptr;
  }

  /// A text of some test here; empty: that one has none.
  [[nodiscard]] std::string_view some_text(evolve::Random& random) const {
    std::string_view chosen;
    if (tests_.empty()) return chosen;
    const TestCase& test = tests_[random.below(tests_.size())].test;
    std::uint64_t texts = 0;
    for (const Statement& each : test.statements)
      if (each.kind == StatementKind::kText && random.below(++texts) == 0) chosen = test.text_of(each);
    return chosen;
  }

 private:
  struct Entry {
    TestCase test;
    double worth = 0;  // of what it and its offspring were the first to show
    std::uint64_t picks = 0, number = 0;
  };
  static constexpr std::size_t kCapacity = 512;

  [[nodiscard]] double promise(std::size_t i) const {
    return tests_[i].worth / (static_cast<double>(tests_[i].picks) + patience_);
  }

  double patience_;
  std::size_t draws_;
  std::vector<Entry> tests_;
  std::size_t next_ = 0;
  std::uint64_t added_ = 0;
};

}  // namespace reenact
