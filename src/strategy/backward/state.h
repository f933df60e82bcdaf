// A path on its way back.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "strategy/backward/values.h"

namespace reenact::backward {

/// Why something must hold.
enum class Asked : std::uint8_t {
  kCrash,        // or else it would not crash there
  kBranch,       // or else the path would turn off
  kDereference,  // or else it would crash before
  kCall,         // or else an indirect call would lead elsewhere
  kWanted,       // whoever started the execution wants it
  kExactness,    // or else a model of the library does not say all there is: where it cannot hold, the path is a guess
};

/// The guess of a path that goes on without a condition of Asked::kExactness.
inline constexpr std::string_view kInexact =
    "a text was taken to be longer than what is looked at, or than the room for it";

/// One of the conditions that must hold together.
struct Clause {
  Expr condition;
  Asked why = Asked::kCrash;
  const llvm::Instruction* by = nullptr;  // null: kWanted
  std::uint32_t changed = 0;              // State::decisions when it was added or last became another
};

/// A function that the path is in.
struct Activation {
  ActivationId id = 0;
  llvm::Function* function = nullptr;
  llvm::CallBase* call = nullptr;  // that entered it; null: the function of a level
};

/// What is left to go: everything before `next`, then before the calls of the stack.
struct State {
  std::vector<Clause> clauses;
  std::vector<Activation> stack;  // the function of the level first
  llvm::Instruction* next = nullptr;
  std::size_t level = 0;         // of Levels
  std::uint32_t decisions = 0;   // places at which the path could have gone elsewhere
  bool is_guess = false;         // something was taken for granted: what holds may yet not be enough
  bool reads_unwritten = false;  // conditions speak of memory that nothing has written
  std::map<std::pair<ActivationId, const llvm::BasicBlock*>, std::size_t> visits;

  [[nodiscard]] const Activation& activation() const { return stack.back(); }
};

}  // namespace reenact::backward
