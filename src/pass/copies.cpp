// The second copy of a function, which alone reports branch distances: nobody else pays for asking, and no call of a
// probe makes the plain copy save its registers.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>

#include <cstddef>

#include "abi/abi.h"
#include "pass/instrument.h"
#include "pass/twin.h"

using namespace llvm;

namespace reenact::pass {
namespace {

/// Most functions have none. Their copies are not worth optimising: few of a subject's functions ever run as copies, each
/// instruction of these runs once a call, beside calls of probes, and optimising all copies would take longer than all the rest.
bool has_loops(const Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> edges;
  FindFunctionBackedges(function, edges);
  return !edges.empty();
}

/// std::string's and other members of which the C++ library has the code, too: only inlined are they watched by AddressSanitizer. Reports show
/// findings in them: `std::string(lines[0])` of a block that was freed.
bool calls_what_is_elsewhere_too(const Function& function) {
  return any_of(instructions(function), [](const Instruction& each) {
    const auto* call = dyn_cast<CallBase>(&each);
    const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && callee->hasAvailableExternallyLinkage();
  });
}

}  // namespace

Function* copy_of(const Numbering& numbering) {
  Function& function = *numbering.function;
  if (numbering.all_edges() == 0 || !can_have_twin(function)) return nullptr;
  Function* copy = make_twin(function, ".enabled");
  copy->removeFnAttr(Attribute::AlwaysInline);
  copy->removeFnAttr(Attribute::InlineHint);
  copy->addFnAttr(Attribute::NoInline);
  if (!has_loops(*copy) && !calls_what_is_elsewhere_too(*copy)) copy->addFnAttr(Attribute::OptimizeNone);
  return copy;
}

void go_over_if_enabled(Function& function, Function& copy, const Probes& probes, const Descriptor& descriptor) {
  return_what_returns(copy, function, if_enabled(*behind_variables(function), probes, descriptor));
}

void keep_inlinable(Function& function, unsigned own_instructions) {
  // LLVM's cost of an instruction and of a call (llvm/Analysis/InlineCost.h). Markers are not taken off, so they count.
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
