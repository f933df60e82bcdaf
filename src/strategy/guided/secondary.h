// Which of two tests of equal fitness goes first.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fitness/block_coverage.h"
#include "fitness/fitness.h"
#include "testcase/test_case.h"

namespace reenact {

/// BBC over the tests of one search, or no preference at all. Tests that covered the same are one kind: few of a
/// generation differ, so few have to be compared (evolve/survive.h, Preferring).
class Secondary {
 public:
  Secondary(const Goal& goal, const Fitness& fitness, bool bbc) : fitness_(fitness), target_(goal.target) {
    if (bbc) blocks_.emplace(goal);
  }
  [[nodiscard]] bool enabled() const { return blocks_.has_value(); }
  /// `test` is told apart by its address: evolve recycles its individuals and never moves their genomes, so an address
  /// means the test that was last noted there.
  void note(const TestCase& test, const Observation& run) {
    if (!blocks_) return;
    blocks_->record(run, fitness_.aim(run).value_or(target_), seen_);
    const auto [it, is_new] = numbers_.try_emplace(seen_, kinds_.size());
    if (is_new) kinds_.push_back(&it->first);
    of_test_[&test] = it->second;
  }
  /// What the test covered, as a number; tests that were never noted are of kind 0.
  [[nodiscard]] std::size_t kind(const TestCase& test) const {
    const auto it = of_test_.find(&test);
    return it == of_test_.end() ? 0 : it->second;
  }
  [[nodiscard]] bool prefers(std::size_t a, std::size_t b) const { return compare(*kinds_[a], *kinds_[b]) < 0; }

 private:
  const Fitness& fitness_;
  FrameIndex target_;
  std::optional<BasicBlockCoverage> blocks_;
  BlockCoverage seen_;
  std::map<BlockCoverage, std::size_t> numbers_{{BlockCoverage(), 0}};
  std::vector<const BlockCoverage*> kinds_{&numbers_.begin()->first};  // by number
  std::unordered_map<const TestCase*, std::size_t> of_test_;
};

}  // namespace reenact
