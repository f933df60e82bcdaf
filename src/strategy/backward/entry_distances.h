// How far a block is from its function's entry: which way back is tried first.
#pragma once

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Function.h>

#include <unordered_map>

namespace reenact::backward {

/// Of the ways back through a function, those with few blocks and calls have short formulas and are soon at the entry:
///   if (!is_gif(s)) return fail();     4: entry, call, then, call
///   do { ... } while (more(s));        behind it much may have happened
///   return picture;
class EntryDistances {
 public:
  /// Blocks on the shortest way from the entry to the end of `block`, and its calls, which count for several. Of a block that
  /// nothing leads to: the greatest number.
  [[nodiscard]] std::size_t of(const llvm::BasicBlock& block);

 private:
  using Distances = std::unordered_map<const llvm::BasicBlock*, std::size_t>;
  std::unordered_map<const llvm::Function*, Distances> known_;
};

}  // namespace reenact::backward
