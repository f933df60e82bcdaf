// Labels across calls.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "pass/concolic/labels.h"

using namespace llvm;

namespace reenact::pass {

void FunctionLabels::visit_call(CallBase& call) {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call); intrinsic != nullptr) {
    if (!visit_intrinsic(*intrinsic)) drop_operands(call);
    return;
  }
  if (call.isInlineAsm() || isa<CallBrInst>(call)) return drop_operands(call);
  if (forget_memory(call)) return;
  pass_labels(call);
  const auto* direct = dyn_cast<CallInst>(&call);
  if (direct != nullptr && direct->isMustTailCall()) return;
  if (!call.getType()->isVoidTy()) take_result(call);
}

/// Memory that is given back: what is there later is new.
bool FunctionLabels::forget_memory(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_empty()) return false;
  const bool gives_back = StringSwitch<bool>(callee->getName())
                              .Cases("free", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm", "_ZdlPvSt11align_val_t", true)
                              .Default(false);
  if (!gives_back) return false;
  Builder builder(&call);
  Value* any = builder.CreateICmpNE(builder.CreateLoad(concolic_.byte, concolic_.any), builder.getInt8(0));
  where_labelled(call, any, [&](Builder& inside) -> Value* {
    inside.CreateCall(concolic_.release, {call.getArgOperand(0)});
    return nullptr;
  });
  return true;
}

void FunctionLabels::pass_labels(CallBase& call) {
  Builder builder(&call);
  Value* target = call.getCalledOperand();
  if (Value* pointer = label(target); !isa<Constant>(pointer))
    where_labelled(call, pointer, [&](Builder& inside) -> Value* {
      inside.CreateCall(concolic_.pin, {pointer, bits(inside, target), inside.getInt32(64)});
      return nullptr;
    });
  builder.SetInsertPoint(&call);
  Value* labels = builder.CreateThreadLocalAddress(concolic_.call);
  SmallVector<Value*> parts;
  bool all_concrete = true;
  for (Value* argument : call.args()) {
    each_part(argument->getType(), [&](ArrayRef<unsigned> path) {
      parts.push_back(part(builder, label(argument), path));
      all_concrete = all_concrete && isa<Constant>(parts.back());
    });
  }
  if (is_subjects_)
    builder.CreateStore(place_of(*call.getParent()->getTerminator()),
                        builder.CreateStructGEP(concolic_.call_type, labels, 4));
  Value* callee = builder.CreateStructGEP(concolic_.call_type, labels, 0);
  if (all_concrete) {
    // Not for the callee: it takes all for concrete.
    builder.CreateStore(ConstantPointerNull::get(concolic_.pointer), callee);
    return;
  }
  builder.CreateStore(target, callee);
  for (unsigned i = 0; i < parts.size() && i < kReenactArgumentLabels; ++i)
    builder.CreateStore(parts[i],
                        builder.CreateConstGEP2_32(concolic_.call_type->getElementType(1),
                                                   builder.CreateStructGEP(concolic_.call_type, labels, 1), 0, i));
}

Instruction* FunctionLabels::behind(CallBase& call) {
  auto* invoke = dyn_cast<InvokeInst>(&call);
  if (invoke == nullptr) return call.getNextNode();
  BasicBlock* next = invoke->getNormalDest();
  // Others come there, too, or its phis want the result.
  if (next->getSinglePredecessor() == nullptr || isa<PHINode>(next->front())) next = SplitEdge(call.getParent(), next);
  return &*next->getFirstInsertionPt();
}

void FunctionLabels::take_result(CallBase& call) {
  Builder builder(behind(call));
  Value* shared = builder.CreateThreadLocalAddress(concolic_.call);
  Value* returner = builder.CreateLoad(concolic_.pointer, builder.CreateStructGEP(concolic_.call_type, shared, 2));
  Value* theirs = builder.CreateICmpEQ(returner, call.getCalledOperand());
  Value* labels = no_label(call.getType());
  unsigned place = 0;
  each_part(call.getType(), [&](ArrayRef<unsigned> path) {
    if (place >= kReenactResultLabels) return;
    Value* slot = builder.CreateConstGEP2_32(concolic_.call_type->getElementType(3),
                                             builder.CreateStructGEP(concolic_.call_type, shared, 3), 0, place++);
    Value* one = builder.CreateSelect(theirs, builder.CreateLoad(concolic_.word, slot), builder.getInt32(0));
    labels = path.empty() ? one : builder.CreateInsertValue(labels, one, path);
  });
  set(call, labels);
}

/// a * b + c, each rounded: without a processor's fused instruction that is what it becomes.
void FunctionLabels::visit_multiply_add(IntrinsicInst& call) {
  const auto width = label_width(call.getType());
  if (!width) return drop_operands(call);
  Value* const in[] = {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2)};
  Builder builder(&call);
  Value* any = any_of(builder, {label(in[0]), label(in[1]), label(in[2])});
  set(call, where_labelled(call, any, [&](Builder& inside) -> Value* {
        Value* product =
            inside.CreateCall(concolic_.binary, {inside.getInt32(kReenactOpFMul | *width << 8), label(in[0]),
                                                 label(in[1]), bits(inside, in[0]), bits(inside, in[1])});
        Value* product_bits = bits(inside, inside.CreateFMul(in[0], in[1]));
        return inside.CreateCall(concolic_.binary, {inside.getInt32(kReenactOpFAdd | *width << 8), product,
                                                    label(in[2]), product_bits, bits(inside, in[2])});
      }));
}

bool FunctionLabels::visit_intrinsic(IntrinsicInst& call) {
  Builder builder(&call);
  const auto when_any = [&](function_ref<void(Builder&)> body) {
    Value* any = builder.CreateICmpNE(builder.CreateLoad(concolic_.byte, concolic_.any), builder.getInt8(0));
    where_labelled(call, any, [&](Builder& inside) -> Value* {
      body(inside);
      return nullptr;
    });
    return true;
  };
  const auto pin_size = [&](Builder& inside, Value* size) {
    if (isa<Constant>(label(size))) return;
    inside.CreateCall(concolic_.pin, {label(size), bits(inside, size), inside.getInt32(*label_width(size->getType()))});
  };
  const auto unary = [&](uint32_t operation) {
    const auto width = label_width(call.getType());
    if (!width) return false;
    Value* a = label(call.getArgOperand(0));
    set(call, where_labelled(call, a, [&](Builder& inside) -> Value* {
          return inside.CreateCall(concolic_.unary, {inside.getInt32(operation | *width << 8), a});
        }));
    return true;
  };
  switch (call.getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memmove:
    case Intrinsic::memcpy_inline:
      return when_any([&](Builder& inside) {
        Value* size = call.getArgOperand(2);
        pin_size(inside, size);
        inside.CreateCall(concolic_.move, {call.getArgOperand(0), call.getArgOperand(1), bits(inside, size)});
      });
    case Intrinsic::memset:
      return when_any([&](Builder& inside) {
        Value* size = call.getArgOperand(2);
        pin_size(inside, size);
        inside.CreateCall(concolic_.fill, {call.getArgOperand(0), bits(inside, size), label(call.getArgOperand(1))});
      });
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
      set(call, label(call.getArgOperand(0)));
      return true;
    case Intrinsic::fabs:
      return unary(kReenactOpFAbs);
    case Intrinsic::sqrt:
      return unary(kReenactOpFSqrt);
    case Intrinsic::fmuladd:
      visit_multiply_add(call);
      return true;
    case Intrinsic::bswap: {
      const auto width = label_width(call.getType());
      if (!width) return false;
      Value* a = label(call.getArgOperand(0));
      set(call, where_labelled(call, a, [&](Builder& inside) -> Value* {
            return inside.CreateCall(concolic_.swap_bytes, {a, inside.getInt32(*width)});
          }));
      return true;
    }
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::assume:
      return true;
    default:
      return false;
  }
}

}  // namespace reenact::pass
