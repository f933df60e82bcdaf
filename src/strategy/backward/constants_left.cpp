#include "strategy/backward/constants_left.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

namespace reenact::backward {
namespace {

/// The object that is made, and the blocks at whose end it is what is returned.
struct Made {
  const llvm::Value* object = nullptr;
  std::vector<const llvm::BasicBlock*> ends;
};

/// `return p;`, or `return ok ? p : nullptr;`. No object: it is one of several, or none of these.
Made made_by(llvm::Function& function, bool is_first) {
  Made made{.object = is_first && !function.arg_empty() ? function.getArg(0) : nullptr, .ends = {}};
  bool is_one = true;
  const auto note = [&](const llvm::Value& value, const llvm::BasicBlock& end) {
    if (llvm::isa<llvm::ConstantPointerNull>(value)) return;
    const llvm::Value* const object = value.stripPointerCasts();
    is_one = is_one && (made.object == nullptr || made.object == object);
    made.object = object;
    made.ends.push_back(&end);
  };
  for (llvm::BasicBlock& block : function) {
    const auto* const back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (back == nullptr) continue;
    if (is_first) {
      made.ends.push_back(&block);
    } else if (back->getReturnValue() != nullptr && back->getReturnValue()->getType()->isPointerTy()) {
      if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(back->getReturnValue()))
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          note(*phi->getIncomingValue(i), *phi->getIncomingBlock(i));
      else
        note(*back->getReturnValue(), block);
    }
  }
  if (!is_one) made.object = nullptr;
  return made;
}

}  // namespace

const std::vector<ConstantsLeft::Stored>& ConstantsLeft::of(llvm::Function& function, bool is_first) {
  const auto [at, is_new] = known_.try_emplace(&function);
  if (!is_new) return at->second;
  const Made made = made_by(function, is_first);
  if (made.object == nullptr || made.ends.empty()) return at->second;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  const llvm::DominatorTree dominators(function);
  struct Store {
    llvm::StoreInst* instruction = nullptr;
    std::uint64_t begin = 0, end = 0;  // bytes of the object
  };
  std::vector<Store> stores;
  for (llvm::Instruction& each : llvm::instructions(function)) {
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&each);
    if (store == nullptr) continue;
    llvm::APInt offset(64, 0);
    if (store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true) != made.object) continue;
    const std::uint64_t begin = offset.getZExtValue();
    stores.push_back({store, begin, begin + layout.getTypeStoreSize(store->getValueOperand()->getType())});
  }
  const auto is_alone = [&](const Store& store) {
    return std::ranges::none_of(stores, [&](const Store& other) {
      return other.instruction != store.instruction && other.begin < store.end && store.begin < other.end;
    });
  };
  const auto is_always_done = [&](const Store& store) {
    return std::ranges::all_of(made.ends, [&](const llvm::BasicBlock* end) {
      return dominators.dominates(store.instruction->getParent(), end);
    });
  };
  for (const Store& each : stores)
    if (auto* const value = llvm::dyn_cast<llvm::Constant>(each.instruction->getValueOperand());
        value != nullptr && is_alone(each) && is_always_done(each))
      at->second.push_back({each.begin, value});
  return at->second;
}

}  // namespace reenact::backward
