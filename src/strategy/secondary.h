// Which of two tests of equal fitness goes first.
#pragma once

#include <optional>
#include <unordered_map>

#include "fitness/block_coverage.h"
#include "fitness/fitness.h"
#include "testcase/test_case.h"

namespace reenact {

/// BBC over the tests of one evolution, or no preference at all. Keyed by address: evolve recycles its individuals and
/// never moves their genomes, so an address means the test that was last noted there.
class Secondary {
 public:
  Secondary(const Goal& goal, const Fitness& fitness, bool bbc) : fitness_(fitness), target_(goal.target) {
    if (bbc) blocks_.emplace(goal);
  }
  [[nodiscard]] bool enabled() const { return blocks_.has_value(); }
  void note(const TestCase& test, const Observation& run) {
    if (blocks_) blocks_->record(run, fitness_.aim(run).value_or(target_), covered_[&test]);
  }
  [[nodiscard]] bool prefers(const TestCase& a, const TestCase& b) const {
    const auto first = covered_.find(&a), second = covered_.find(&b);
    return first != covered_.end() && second != covered_.end() && compare(first->second, second->second) < 0;
  }

 private:
  const Fitness& fitness_;
  FrameIndex target_;
  std::optional<BasicBlockCoverage> blocks_;
  std::unordered_map<const TestCase*, BlockCoverage> covered_;
};

}  // namespace reenact
