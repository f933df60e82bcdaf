#include "fitness/block_coverage.h"

#include <algorithm>
#include <bit>

#include "fitness/target_line.h"

namespace reenact {
namespace {

constexpr std::size_t kWord = 64;
using Bits = std::vector<std::uint64_t>;

void add(Bits& bits, BlockId block) { bits[block.index() / kWord] |= std::uint64_t{1} << (block.index() % kWord); }

bool is_subset(const Bits& part, const Bits& whole) {
  for (std::size_t i = 0; i < part.size(); ++i)
    if ((part[i] & ~whole[i]) != 0) return false;
  return true;
}

int size_of_union(const BlockCoverage& coverage) {
  int size = 0;
  for (std::size_t i = 0; i < coverage.full.size(); ++i) size += std::popcount(coverage.full[i] | coverage.semi[i]);
  return size;
}

std::vector<bool> reachable_from_entry(const Function& function) {
  std::vector<bool> seen(function.blocks.size(), false);
  std::vector<BlockId> work{BlockId(0u)};
  while (!work.empty()) {
    const BlockId at = work.back();
    work.pop_back();
    if (seen[at.index()]) continue;
    seen[at.index()] = true;
    work.insert(work.end(), function.blocks[at.index()].successors.begin(),
                function.blocks[at.index()].successors.end());
  }
  return seen;
}

/// Blocks from which a target can be reached, the closest first (breadth-first, backwards).
std::vector<BlockId> leading_to(const Function& function, const std::vector<BlockId>& targets) {
  std::vector<std::vector<BlockId>> predecessors(function.blocks.size());
  for (std::size_t i = 0; i < function.blocks.size(); ++i)
    for (const BlockId next : function.blocks[i].successors) predecessors[next.index()].emplace_back(i);
  std::vector<bool> seen(function.blocks.size(), false);
  std::vector<BlockId> result;
  const auto visit = [&](BlockId block) {
    if (!seen[block.index()]) result.push_back(block);
    seen[block.index()] = true;
  };
  for (const BlockId target : targets) visit(target);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (const BlockId before : predecessors[result[i].index()]) visit(before);
  return result;
}

/// Lines of a block up to the one it was stopped at; the first if that is none of its lines.
std::size_t lines_until(const Block& block, Line stopped) {
  const auto at = std::ranges::find(block.lines, stopped);
  return at == block.lines.end() ? 1 : static_cast<std::size_t>(at - block.lines.begin()) + 1;
}

}  // namespace

BasicBlockCoverage::BasicBlockCoverage(const Goal& goal) {
  for (std::size_t i = 0; i <= goal.target.index(); ++i) {
    Effective effective;
    effective.function = &(*goal.program)[goal.frames[i].function];
    effective.words = (effective.function->blocks.size() + kWord - 1) / kWord;
    const std::vector<bool> reachable = reachable_from_entry(*effective.function);
    for (const BlockId block : leading_to(*effective.function, goal.frames[i].blocks))
      if (reachable[block.index()]) effective.blocks.push_back(block);
    frames_.push_back(std::move(effective));
  }
}

void BasicBlockCoverage::record(const Observation& run, FrameIndex frame, BlockCoverage& out) const {
  const Effective& effective = frames_[frame.index()];
  out.frame = frame;
  out.full.assign(effective.words, 0);
  out.semi.assign(effective.words, 0);
  out.lines = 0;
  const FunctionCoverage* coverage = coverage_of(run, effective.function->id);
  if (coverage == nullptr) return;
  for (const BlockId block : effective.blocks) {
    if (coverage->hits[block.index()] == 0) continue;
    if (left_block(*effective.function, *coverage, run, block)) {
      add(out.full, block);
      continue;
    }
    add(out.semi, block);
    if (out.lines == 0) out.lines = lines_until(effective.function->blocks[block.index()], coverage->stopped);
  }
}

int compare(const BlockCoverage& a, const BlockCoverage& b) {
  if (a.frame != b.frame || a.full.size() != b.full.size()) return 0;
  if (a.full == b.full && a.semi == b.semi) return static_cast<int>(b.lines) - static_cast<int>(a.lines);
  if ((is_subset(a.full, b.full) && is_subset(a.semi, b.semi)) ||
      (is_subset(b.full, a.full) && is_subset(b.semi, a.semi)))
    return size_of_union(b) - size_of_union(a);
  return 0;
}

}  // namespace reenact
