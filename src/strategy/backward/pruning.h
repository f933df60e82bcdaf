// Static path pruning (STAR, section 3.2.1): what a part of a function can change at all, and whether a formula speaks of it.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Dominators.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "bitcode/bitcode.h"
#include "strategy/backward/memory.h"

namespace reenact::backward {

/// The memory that code may write: the paper's "assignable information", with LLVM's type tags as names of fields.
struct Assignable {
  bool anything = false;
  bool frees = false;
  std::set<const llvm::MDNode*> tags;
  void add(const Assignable& other) {
    anything = anything || other.anything;
    frees = frees || other.frees;
    tags.insert(other.tags.begin(), other.tags.end());
  }
};

class Pruning {
 public:
  Pruning(Bitcode& bitcode, Memory& memory) : bitcode_(bitcode), memory_(memory) {}

  /// Where all ways into `merge` come from, if what is between adds nothing to `conditions`: no definition that they use, no store to
  /// a field they read, no way out. A path may go on behind the end of that block. Null: it may not.
  [[nodiscard]] llvm::BasicBlock* skip_to(llvm::BasicBlock& merge, const std::vector<Expr>& conditions);
  /// The same for a loop that `exit` is behind: the block in front of the loop. `is_used(instruction)`: do the conditions use a value of the
  /// loop's? That the loop ends is taken for granted.
  [[nodiscard]] llvm::BasicBlock* skip_loop(llvm::BasicBlock& exit, const std::vector<Expr>& conditions,
                                            const std::function<bool(const llvm::Instruction&)>& is_used);
  /// How many paths lead once through the innermost loop that a block is in, if the loop reads memory and writes none: a walk over a text.
  /// None: it is in no such loop, or there are too many to be counted.
  [[nodiscard]] std::optional<std::size_t> paths_through_reading_loop(llvm::BasicBlock& block);
  /// How often the innermost loop that a block is in goes round, if that is a constant and no more than `most`; else 0.
  [[nodiscard]] std::size_t constant_rounds(llvm::BasicBlock& block, std::size_t most);
  /// May a call of `function` change what `conditions` say of memory?
  [[nodiscard]] bool may_change(llvm::Function& function, const std::vector<Expr>& conditions);

 private:
  [[nodiscard]] const Assignable& of(llvm::Function& function);
  void add(const llvm::Instruction& instruction, Assignable& to);
  [[nodiscard]] bool contributes(const Assignable& code, const std::vector<Expr>& conditions);
  [[nodiscard]] llvm::LoopInfo& loops(llvm::Function& function);
  [[nodiscard]] llvm::DominatorTree& dominators(llvm::Function& function);

  static constexpr std::size_t kDeepest = 12;  // calls inside one another: behind them anything may be written
  Bitcode& bitcode_;
  Memory& memory_;
  std::size_t depth_ = 0;
  std::unordered_map<llvm::Function*, Assignable> known_;
  std::unordered_map<llvm::Function*, std::unique_ptr<llvm::DominatorTree>> dominators_;
  std::unordered_map<llvm::Function*, std::unique_ptr<llvm::LoopInfo>> loops_;
  std::unordered_map<const llvm::Loop*, std::optional<std::size_t>> paths_;
  std::unordered_map<const llvm::Loop*, unsigned> rounds_;  // 0: not a constant
  std::map<std::pair<const llvm::MDNode*, const llvm::MDNode*>, bool> may_alias_;
};

/// A function of the C or C++ library that frees what its first argument points to.
[[nodiscard]] bool frees(llvm::StringRef name);
/// A function of the C or C++ library that writes no memory of the subject's: printf, free, isalpha.
[[nodiscard]] bool writes_nothing(llvm::StringRef name);

}  // namespace reenact::backward
