// The plain copy of each function, which runs while no memory is labelled: then no value can be, and nobody has to ask. Most of a
// program runs before the first input is named or in calls that are not recorded, and costs what it costs without labels.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "pass/concolic/labels.h"
#include "pass/instrument.h"
#include "pass/twin.h"

using namespace llvm;

namespace reenact::pass {
DenseMap<Function*, Function*> add_plain_copies(ArrayRef<Function*> functions) {
  DenseMap<Function*, Function*> copies;
  for (Function* function : functions)
    if (can_have_twin(*function)) copies[function] = make_twin(*function, ".plain");
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
  return_what_returns(copy, function, SplitBlockAndInsertIfThen(concrete, start, true, mostly));
}

}  // namespace reenact::pass
