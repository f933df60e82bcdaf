// Fuel: what a test may still do before it counts as one that does not end. Counted where loops go round and where
// functions with frames return, so a hang is cut off after as many steps on any machine, busy or not. What recurses
// without end returns never, and ends where its stack does.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

/// Any cycle of the control flow leads through one of them, reducible or not.
SmallSetVector<BasicBlock*, 8> heads_of_cycles(Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> edges;
  FindFunctionBackedges(function, edges);
  SmallSetVector<BasicBlock*, 8> result;
  for (const auto& [from, to] : edges) result.insert(const_cast<BasicBlock*>(to));
  return result;
}

bool may_call_itself(const Function& function) {
  return any_of(instructions(function),
                [](const Instruction& each) { return isa<CallBase>(each) && !isa<IntrinsicInst>(each); });
}

/// Takes one in front of `point`.
void burn(Instruction& point, GlobalVariable& fuel, FunctionCallee out_of_fuel) {
  LLVMContext& context = point.getContext();
  IRBuilder<> builder(&point);
  Value* where = builder.CreateThreadLocalAddress(&fuel);
  LoadInst* before = builder.CreateLoad(builder.getInt64Ty(), where);
  Value* left = builder.CreateSub(before, builder.getInt64(1));
  StoreInst* store = builder.CreateStore(left, where);
  for (Instruction* each : {static_cast<Instruction*>(before), static_cast<Instruction*>(store)})
    each->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(context, {}));
  Value* is_out = builder.CreateICmpSLT(left, builder.getInt64(0));
  Instruction* then = SplitBlockAndInsertIfThen(is_out, &point, /*Unreachable=*/true,
                                                MDBuilder(context).createBranchWeights(1, 100000));
  CallInst* call = IRBuilder<>(then).CreateCall(out_of_fuel);
  call->setDoesNotReturn();
  call->setDoesNotThrow();
}

}  // namespace

void add_fuel(Function& function, bool has_frame) {
  if (function.hasFnAttribute(Attribute::Naked) || function.hasAvailableExternallyLinkage()) return;
  std::vector<Instruction*> points;
  for (BasicBlock* head : heads_of_cycles(function)) points.push_back(&*head->getFirstInsertionPt());
  if (has_frame && may_call_itself(function))
    for (BasicBlock& block : function)
      if (isa<ReturnInst>(block.getTerminator()) && block.getTerminatingMustTailCall() == nullptr)
        points.push_back(block.getTerminator());
  if (points.empty()) return;
  Module& module = *function.getParent();
  LLVMContext& context = module.getContext();
  GlobalVariable* fuel = module.getNamedGlobal("reenact_fuel");
  if (fuel == nullptr)
    fuel = new GlobalVariable(module, Type::getInt64Ty(context), false, GlobalValue::ExternalLinkage, nullptr,
                              "reenact_fuel", nullptr, GlobalValue::LocalExecTLSModel);
  const FunctionCallee out_of_fuel = module.getOrInsertFunction("reenact_out_of_fuel", Type::getVoidTy(context));
  for (Instruction* point : points) burn(*point, *fuel, out_of_fuel);
}

}  // namespace reenact::pass
