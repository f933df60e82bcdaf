// The plain copy of each function, which runs while no memory is labelled: then no value can be, and nobody has to ask. Most of a
// program runs before the first input is named or in calls that are not recorded, and costs what it costs without labels.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "pass/concolic/labels.h"
#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

bool can_be_copied(const Function& function) {
  // Unnamed arguments cannot be passed on; tables of labels ("goto *") name those of one copy.
  if (function.isVarArg()) return false;
  for (const BasicBlock& block : function)
    if (block.hasAddressTaken()) return false;
  // Arguments that live in the caller's frame and may be written there.
  for (const Argument& argument : function.args())
    if (argument.hasInAllocaAttr() || argument.hasPreallocatedAttr() || argument.hasSwiftErrorAttr()) return false;
  return true;
}

Function* copy_of(Function& function) {
  ValueToValueMapTy values;
  Function* copy = CloneFunction(&function, values);
  copy->setName(function.getName() + ".plain");
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  copy->setDSOLocal(true);
  // Not the original's group of sections: copies that inlined this one refer to it, too.
  copy->setComdat(nullptr);
  return copy;
}

}  // namespace

DenseMap<Function*, Function*> add_plain_copies(ArrayRef<Function*> functions) {
  DenseMap<Function*, Function*> copies;
  for (Function* function : functions)
    if (can_be_copied(*function)) copies[function] = copy_of(*function);
  // Among themselves they need not ask again.
  for (const auto& each : copies)
    for (Instruction& instruction : instructions(*each.second))
      if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->getCalledFunction() != nullptr)
        if (Function* plain = copies.lookup(call->getCalledFunction())) call->setCalledFunction(plain);
  return copies;
}

void go_over_if_plain(Function& function, Function& copy, const Concolic& concolic) {
  Instruction* start = behind_variables(function);
  IRBuilder<> builder(start);
  Value* concrete = builder.CreateICmpEQ(builder.CreateLoad(concolic.byte, concolic.any), builder.getInt8(0));
  MDNode* mostly = MDBuilder(function.getContext()).createBranchWeights(1000, 1);
  Instruction* then = SplitBlockAndInsertIfThen(concrete, start, true, mostly);
  builder.SetInsertPoint(then);
  if (DISubprogram* subprogram = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getScopeLine(), 0, subprogram));
  SmallVector<Value*> arguments;
  for (Argument& argument : function.args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&copy, arguments);
  call->setCallingConv(function.getCallingConv());
  const AttributeList attributes = function.getAttributes();
  SmallVector<AttributeSet> of_arguments;
  for (const Argument& argument : function.args())
    of_arguments.push_back(attributes.getParamAttrs(argument.getArgNo()));
  call->setAttributes(
      AttributeList::get(function.getContext(), AttributeSet(), attributes.getRetAttrs(), of_arguments));
  call->setTailCall();
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  then->eraseFromParent();
}

}  // namespace reenact::pass
