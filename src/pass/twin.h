// A second copy of a function in the same unit, and a branch to it: what both flavours of the build do.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace reenact::pass {

/// Can `function` have a copy that gets its arguments and is called in its place?
[[nodiscard]] bool can_have_twin(const llvm::Function& function);

/// A copy of `function`, seen by its unit only, named as it with `suffix` behind. REQUIRES: can_have_twin(function).
[[nodiscard]] llvm::Function* make_twin(llvm::Function& function, llvm::StringRef suffix);

/// In `function`, in front of the terminator `then`, which goes: calls `twin` with the arguments, and returns what it returns.
void return_what_returns(llvm::Function& twin, llvm::Function& function, llvm::Instruction* then);

}  // namespace reenact::pass
