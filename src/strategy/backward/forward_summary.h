// What a small function without loops that changes nothing returns, as one expression: STAR's forward summary (section 4.2) of the functions
// for which it is shortest. Going back through each of their paths instead multiplies the paths of whoever calls them.
//
//   int lower(int c) {                               lower(x)  is  65 <= x && x <= 90 ? x + 32 : x
//     if (c >= 'A' && c <= 'Z') return c + 32;
//     return c; }
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "strategy/backward/pruning.h"
#include "strategy/backward/values.h"

namespace reenact::backward {

struct ForwardSummary {
  /// Something that holds, or the call would not have returned.
  struct Demand {
    Expr condition;
    const llvm::Instruction* by = nullptr;
    bool is_dereference = false;
  };
  Expr value;
  std::vector<Demand> demands;
};

class ForwardSummaries {
 public:
  /// All must outlive it.
  ForwardSummaries(Bitcode& bitcode, Expressions& expressions, Memory& memory, Places& places, Values& values)
      : bitcode_(bitcode), e_(expressions), memory_(memory), places_(places), values_(values) {}

  /// Of a call of `function` with values for its first parameters, in the memory at hand. None: it has loops, is too large, changes
  /// something, does what is not modelled, or returns nothing that expressions know.
  [[nodiscard]] std::optional<ForwardSummary> of(llvm::Function& function, std::span<const Expr> arguments);

 private:
  class Run;
  using Order = std::vector<llvm::BasicBlock*>;
  [[nodiscard]] const Order& order_of(llvm::Function& function);

  static constexpr std::size_t kMostBlocks = 32, kMostNodes = 400, kDeepest = 8;
  Bitcode& bitcode_;
  Expressions& e_;
  Memory& memory_;
  Places& places_;
  Values& values_;
  std::size_t depth_ = 0;
  std::unordered_map<const llvm::Function*, Order> orders_;  // empty: it has loops, or is too large
};

}  // namespace reenact::backward
