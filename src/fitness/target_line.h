// One frame's line as something to reach: how far a run stayed away from it, and whether it got there.
#pragma once

#include "fitness/distance.h"

namespace reenact {

/// Was `block`, which the run entered, also left at its end? A block is not atomic: a call in it may throw, a load may
/// trap (the papers' implicit branches). Known by its successors: one that was entered says yes, none says no. A block
/// that ends the function was left unless the run died, or threw what ended it, at one of the block's lines.
///
/// An approximation where a successor has other predecessors: in `while (more()) { if (odd()) a(); b(); }`, `b();` being
/// entered says that `a();` was left, though it may have thrown in the last round and `b();` been entered in the first.
[[nodiscard]] bool left_block(const Function& function, const FunctionCoverage& coverage, const Observation& run,
                              BlockId block);

/// The line of frame `frame` of a goal.
class TargetLine {
 public:
  TargetLine(const Goal& goal, std::size_t frame);

  /// Approach level + phi(branch distance): LineDistance. 0 as soon as the line's block was entered.
  [[nodiscard]] double distance(const Observation& run) const;
  /// Was the line itself executed: its block entered, and not stopped at a line before it?
  [[nodiscard]] bool reached(const Observation& run) const;
  /// Greater than every distance of a run that entered the function.
  [[nodiscard]] double unreached() const { return distance_.unreached(); }
  /// "cJSON.c:2290 in insert_item_in_array".
  [[nodiscard]] std::string place() const;

 private:
  const Function& function_;
  const TargetFrame& target_;
  LineDistance distance_;
};

}  // namespace reenact
