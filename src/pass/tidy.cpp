// After inlining: probes that others make needless. A frame's place on the shadow stack is known wherever the code that
// pushed the frame below is in the same function, and nobody sees a store that another one follows before anything
// could call, throw or fault.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

bool is_top(const Value* pointer, const GlobalVariable* top) {
  const auto* address = dyn_cast<IntrinsicInst>(pointer);
  return pointer == top || (address != nullptr && address->getIntrinsicID() == Intrinsic::threadlocal_address &&
                            address->getArgOperand(0) == top);
}

/// A block hit or another instruction that no program ends at.
bool is_harmless(const Instruction& instruction) {
  if (isa<DbgInfoIntrinsic>(instruction) || isa<LifetimeIntrinsic>(instruction)) return true;
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return store->hasMetadata(LLVMContext::MD_nosanitize) &&
           isa<GlobalVariable>(store->getPointerOperand()->stripInBoundsConstantOffsets());
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address;
  return isa<GetElementPtrInst, CastInst, CmpInst, SelectInst, PHINode>(instruction);
}

class Tidy {
 public:
  Tidy(Function& function, const GlobalVariable* top) : function_(function), top_(top) {}

  void run() {
    know_tops();
    forward_tops();
    for (BasicBlock& block : function_) drop_overwritten(block);
  }

 private:
  StoreInst* store_to_top(Instruction& instruction) const {
    auto* store = dyn_cast<StoreInst>(&instruction);
    return store != nullptr && is_top(store->getPointerOperand(), top_) ? store : nullptr;
  }
  LoadInst* load_of_top(Instruction& instruction) const {
    auto* load = dyn_cast<LoadInst>(&instruction);
    return load != nullptr && is_top(load->getPointerOperand(), top_) ? load : nullptr;
  }

  /// What reenact_top holds at the block's start: calls leave it as they found it, unless they throw. Null: unknown.
  Value* at_start(const BasicBlock& block) const {
    if (block.isEHPad()) return nullptr;
    Value* common = nullptr;
    for (const BasicBlock* from : predecessors(&block)) {
      const auto left = at_end_.find(from);
      if (left == at_end_.end()) continue;  // comes later: taken to agree until it is known
      if (left->second == nullptr || (common != nullptr && common != left->second)) return nullptr;
      common = left->second;
    }
    return common;
  }

  Value* behind(const BasicBlock& block, Value* value) const {
    for (const Instruction& each : block)
      if (StoreInst* store = store_to_top(const_cast<Instruction&>(each))) value = store->getValueOperand();
    return value;
  }

  void know_tops() {
    const ReversePostOrderTraversal<Function*> order(&function_);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock* block : order) {
        Value* now = behind(*block, at_start(*block));
        const auto [known, is_new] = at_end_.try_emplace(block, now);
        changed = changed || is_new || known->second != now;
        known->second = now;
      }
    }
  }

  void forward_tops() {
    // A load's value may itself be one that a store has put there: replaced in one go, at the end.
    MapVector<LoadInst*, Value*> known;
    for (BasicBlock& block : function_) {
      Value* value = at_start(block);
      for (Instruction& each : block) {
        if (StoreInst* store = store_to_top(each)) value = store->getValueOperand();
        if (LoadInst* load = load_of_top(each); load != nullptr && value != nullptr) known.insert({load, value});
      }
    }
    for (auto& [load, value] : known) {
      load->replaceAllUsesWith(value);
      for (auto& [other, others] : known)
        if (others == load) others = value;
      load->eraseFromParent();
    }
  }

  /// Stores of probes that the same block overwrites before anything can stop in between.
  void drop_overwritten(BasicBlock& block) {
    SmallPtrSet<const Value*, 4> overwritten;
    bool top_overwritten = false;
    for (auto it = block.rbegin(); it != block.rend();) {
      Instruction& instruction = *it++;
      auto* store = dyn_cast<StoreInst>(&instruction);
      if (store != nullptr && store->isVolatile() && store->hasMetadata(LLVMContext::MD_nosanitize)) {
        const bool to_top = is_top(store->getPointerOperand(), top_);
        const bool needless = to_top ? top_overwritten : !overwritten.insert(store->getPointerOperand()).second;
        top_overwritten = top_overwritten || to_top;
        if (needless) store->eraseFromParent();
      } else if (!is_harmless(instruction)) {
        overwritten.clear();
        top_overwritten = false;
      }
    }
  }

  Function& function_;
  const GlobalVariable* top_;
  DenseMap<const BasicBlock*, Value*> at_end_;
};

}  // namespace

void tidy(Function& function) {
  const GlobalVariable* top = function.getParent()->getNamedGlobal("reenact_top");
  if (top != nullptr) Tidy(function, top).run();
}

}  // namespace reenact::pass
