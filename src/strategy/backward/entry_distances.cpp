#include "strategy/backward/entry_distances.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

namespace reenact::backward {
namespace {

constexpr std::size_t kCall = 4;  // the blocks of a short function

std::size_t length_of(const llvm::BasicBlock& block) {
  const auto calls = std::ranges::count_if(block, [](const llvm::Instruction& each) {
    return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
  });
  return 1 + kCall * static_cast<std::size_t>(calls);
}

}  // namespace

std::size_t EntryDistances::of(const llvm::BasicBlock& block) {
  const auto [at, is_new] = known_.try_emplace(block.getParent());
  Distances& distances = at->second;
  if (is_new) {
    // Dijkstra's.
    using Way = std::pair<std::size_t, const llvm::BasicBlock*>;
    std::priority_queue<Way, std::vector<Way>, std::greater<>> open;
    const llvm::BasicBlock& entry = block.getParent()->getEntryBlock();
    open.emplace(length_of(entry), &entry);
    while (!open.empty()) {
      const auto [distance, nearest] = open.top();
      open.pop();
      if (!distances.try_emplace(nearest, distance).second) continue;
      for (const llvm::BasicBlock* next : llvm::successors(nearest))
        if (!distances.contains(next)) open.emplace(distance + length_of(*next), next);
    }
  }
  const auto found = distances.find(&block);
  return found == distances.end() ? std::numeric_limits<std::size_t>::max() : found->second;
}

}  // namespace reenact::backward
