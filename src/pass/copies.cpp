// The second copy of a function, which alone reports branch distances: nobody else pays for asking, and no call of a
// probe makes the plain copy save its registers.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>

#include "abi/abi.h"
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

/// Most functions have none. Their copies are not worth optimising: few of a subject's functions ever run as copies, each
/// instruction of these runs once a call, beside calls of probes, and optimising all copies would take longer than all the rest.
bool has_loops(const Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> edges;
  FindFunctionBackedges(function, edges);
  return !edges.empty();
}

}  // namespace

Function* copy_of(const Numbering& numbering) {
  Function& function = *numbering.function;
  if (numbering.all_edges() == 0 || !can_be_copied(function)) return nullptr;
  ValueToValueMapTy values;
  Function* copy = CloneFunction(&function, values);
  copy->setName(function.getName() + ".enabled");
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  copy->setDSOLocal(true);
  // Not the original's group of sections: callers that inlined the original refer to the copy, too.
  copy->setComdat(nullptr);
  copy->removeFnAttr(Attribute::AlwaysInline);
  copy->removeFnAttr(Attribute::InlineHint);
  copy->addFnAttr(Attribute::NoInline);
  if (!has_loops(*copy)) copy->addFnAttr(Attribute::OptimizeNone);
  return copy;
}

void go_over_if_enabled(Function& function, Function& copy, const Probes& probes, const Descriptor& descriptor) {
  Instruction* then = if_enabled(*behind_variables(function), probes, descriptor);
  IRBuilder<> builder(then);
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

void keep_inlinable(Function& function, unsigned own_instructions) {
  // LLVM's cost of an instruction and of a call (llvm/Analysis/InlineCost.h). Markers cost nothing by their attributes.
  constexpr unsigned cost = 5, call = 25;
  unsigned probes = function.getInstructionCount() - own_instructions;
  CallInst* entry = nullptr;
  for (Instruction& each : instructions(function)) {
    const Marker marker = marker_of(each);
    if (marker != Marker::kNone) --probes;
    if (marker == Marker::kPush) entry = cast<CallInst>(&each);
  }
  const unsigned of_copy = call + cost * static_cast<unsigned>(function.arg_size());
  entry->addFnAttr(
      Attribute::get(function.getContext(), "call-threshold-bonus", std::to_string(cost * probes + of_copy)));
}

}  // namespace reenact::pass
