#include "pass/twin.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace reenact::pass {

bool can_have_twin(const Function& function) {
  // Unnamed arguments cannot be passed on; tables of labels ("goto *") name those of one copy.
  if (function.isVarArg()) return false;
  for (const BasicBlock& block : function)
    if (block.hasAddressTaken()) return false;
  // Arguments that live in the caller's frame and may be written there.
  for (const Argument& argument : function.args())
    if (argument.hasInAllocaAttr() || argument.hasPreallocatedAttr() || argument.hasSwiftErrorAttr()) return false;
  return true;
}

Function* make_twin(Function& function, StringRef suffix) {
  ValueToValueMapTy values;
  Function* copy = CloneFunction(&function, values);
  copy->setName(function.getName() + suffix);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  copy->setDSOLocal(true);
  // Not the original's group of sections: who inlined the original refers to the copy, too.
  copy->setComdat(nullptr);
  return copy;
}

void return_what_returns(Function& twin, Function& function, Instruction* then) {
  IRBuilder<> builder(then);
  if (DISubprogram* subprogram = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getScopeLine(), 0, subprogram));
  SmallVector<Value*> arguments;
  for (Argument& argument : function.args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&twin, arguments);
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
