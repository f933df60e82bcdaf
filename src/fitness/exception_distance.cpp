#include "fitness/exception_distance.h"

#include <algorithm>

#include "crash/match.h"

namespace reenact {
namespace {

/// Kinds of crash that code of the subject decides upon, in a block of their own.
bool is_explicit(CrashKind kind) {
  return kind == CrashKind::kAssertion || kind == CrashKind::kCppException || kind == CrashKind::kAbort ||
         kind == CrashKind::kUndefinedBehaviour || kind == CrashKind::kIllegalInstruction;
}

/// A throw with something to clean up behind it is an `invoke` that continues nowhere.
bool fails(const Function& function, BlockId block) {
  const Block& each = function.blocks[block.index()];
  return each.throws_or_aborts ||
         (each.successors.size() == 2 && function.blocks[each.successors.front().index()].throws_or_aborts &&
          function.blocks[each.successors.front().index()].lines.empty());
}

std::vector<BlockId> failing_blocks(const Goal& goal) {
  std::vector<BlockId> result;
  if (!is_explicit(goal.report->kind)) return result;
  const TargetFrame& innermost = goal.frames.front();
  const Function& function = (*goal.program)[innermost.function];
  std::ranges::copy_if(innermost.blocks, std::back_inserter(result),
                       [&](BlockId block) { return fails(function, block); });
  return result;
}

}  // namespace

ExceptionDistance::ExceptionDistance(const Goal& goal, ExceptionMeasure measure)
    : function_(goal.frames.front().function) {
  if (measure == ExceptionMeasure::kBinary) return;
  const std::vector<BlockId> blocks = failing_blocks(goal);
  if (!blocks.empty()) distance_.emplace((*goal.program)[function_], blocks);
}

double ExceptionDistance::operator()(const Observation& run) const {
  const FunctionCoverage* coverage = distance_ ? coverage_of(run, function_) : nullptr;
  if (coverage == nullptr) return 1;
  const double distance = (*distance_)(*coverage);
  return distance >= distance_->unreached() ? 1 : std::max(phi(distance), kLeast);
}

}  // namespace reenact
