// BBC, the secondary objective of "It is not only about control dependent nodes" (Derakhshanfar, Devroey, Zaidman 2020),
// Listing 1.3: of two tests of equal fitness, which one got further within the basic blocks before the target line?
//
//   403 for (...) {                      block 403
//   404   name = property.getName();     block 404-406: two tests enter it, one is stopped at 404, the other at 405;
//   405   values = map.get(name);        approach level and branch distance are the same, BBC prefers the second: it
//   406   if (values != nullptr) {       covers two lines of the block, not one
//   ...
//   413       object = fromValue(values);    the target line
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "goal/goal.h"
#include "run/observation.h"

namespace reenact {

/// What a run covered of the effective blocks of one frame's function: those on a path from its entry to a block of the
/// frame's line. Bit sets by BlockId, 64 blocks to a word.
struct BlockCoverage {
  FrameIndex frame;
  std::vector<std::uint64_t> full;  // FCB: entered and left at their end
  std::vector<std::uint64_t> semi;  // SCB: entered, not left (left_block); disjoint from `full`
  std::size_t lines = 0;            // covered in the semi-covered block closest to the target; 0: there is none
  auto operator<=>(const BlockCoverage&) const = default;
};

class BasicBlockCoverage {
 public:
  explicit BasicBlockCoverage(const Goal& goal);
  /// `out` = what `run` covered in the function of frame `frame`, which must not lie outside of the goal's target.
  void record(const Observation& run, FrameIndex frame, BlockCoverage& out) const;

 private:
  struct Effective {
    const Function* function = nullptr;
    std::vector<BlockId> blocks;  // the closest to the target first
    std::size_t words = 0;        // of a bit set
  };
  std::vector<Effective> frames_;
};

/// > 0: `b` has more coverage and is to be preferred; < 0: `a`; 0: no preference. The absolute value is the number of
/// blocks (or, of equal blocks, lines) that only the winner covers.
///
/// "Preferred" is a strict partial order: of two tests on different paths neither is. Such an order is no order to
/// sort by; see evolve/survive.h, Preferring.
[[nodiscard]] int compare(const BlockCoverage& a, const BlockCoverage& b);

}  // namespace reenact
