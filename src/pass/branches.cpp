// Branch distances: what the operands of a condition were, reported only while somebody asks.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "abi/abi.h"
#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

enum class TextCall { kNone, kCompare, kCompareN, kMemory, kStringEquals, kStringDiffers, kStringCompare };

/// Functions whose result says whether two texts are equal.
TextCall text_call(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return TextCall::kNone;
  const StringRef name = callee->getName();
  if (name.starts_with("_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_string")) return TextCall::kStringEquals;
  if (name.starts_with("_ZStneIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_string")) return TextCall::kStringDiffers;
  if (name == "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc" ||
      name == "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_")
    return TextCall::kStringCompare;
  return StringSwitch<TextCall>(name)
      .Cases("strcmp", "strcasecmp", TextCall::kCompare)
      .Cases("strncmp", "strncasecmp", TextCall::kCompareN)
      .Cases("memcmp", "bcmp", TextCall::kMemory)
      .Default(TextCall::kNone);
}

/// A condition stripped of negations: `value` decides, `swapped` if the true edge is taken when it is false.
struct Condition {
  Value* value;
  bool swapped = false;
};

Condition strip(Value* value) {
  Condition result{value};
  while (true) {
    Value* inner = nullptr;
    if (auto* op = dyn_cast<BinaryOperator>(result.value); op != nullptr && op->getOpcode() == Instruction::Xor) {
      if (auto* one = dyn_cast<ConstantInt>(op->getOperand(1)); one != nullptr && one->isOne()) {
        inner = op->getOperand(0);
        result.swapped = !result.swapped;
      }
    } else if (auto* compare = dyn_cast<ICmpInst>(result.value)) {
      // icmp ne (zext i1 x), 0  =>  x
      auto* zero = dyn_cast<ConstantInt>(compare->getOperand(1));
      auto* widened = dyn_cast<ZExtInst>(compare->getOperand(0));
      if (zero != nullptr && zero->isZero() && widened != nullptr && widened->getSrcTy()->isIntegerTy(1) &&
          compare->isEquality()) {
        inner = widened->getOperand(0);
        if (compare->getPredicate() == CmpInst::ICMP_EQ) result.swapped = !result.swapped;
      }
    } else if (auto* narrowed = dyn_cast<TruncInst>(result.value)) {
      if (auto* widened = dyn_cast<ZExtInst>(narrowed->getOperand(0)); widened != nullptr && widened->getSrcTy()->isIntegerTy(1))
        inner = widened->getOperand(0);
    }
    if (inner == nullptr) return result;
    result.value = inner;
  }
}

class BranchProbes {
 public:
  BranchProbes(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor)
      : numbering_(numbering), probes_(probes), descriptor_(descriptor) {}

  void add() {
    for (BasicBlock* block : numbering_.blocks) {
      Instruction* end = block->getTerminator();
      if (auto* branch = dyn_cast<BranchInst>(end); branch != nullptr && branch->isConditional())
        add_to(*branch, numbering_.first_edge.lookup(block));
      else if (auto* choice = dyn_cast<SwitchInst>(end))
        add_to(*choice, numbering_.first_edge.lookup(block));
    }
  }

 private:
  /// Splits before `end`: probes inserted at the result run only while the function is enabled.
  Instruction* guarded(Instruction& end) {
    IRBuilder<> builder(&end);
    Value* flag = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), descriptor_.address, offsetof(ReenactFunction, enabled));
    LoadInst* enabled = builder.CreateLoad(builder.getInt8Ty(), flag);
    enabled->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(probes_.module.getContext(), {}));
    Value* asked = builder.CreateICmpNE(enabled, builder.getInt8(0));
    MDNode* rarely = MDBuilder(probes_.module.getContext()).createBranchWeights(1, 100000);
    return SplitBlockAndInsertIfThen(asked, &end, false, rarely);
  }

  void add_to(BranchInst& branch, uint32_t edge) {
    const Condition condition = strip(branch.getCondition());
    IRBuilder<> builder(guarded(branch));
    Value* where = builder.getInt32(edge);
    if (auto* call = dyn_cast<CallBase>(condition.value); call != nullptr && on_texts(builder, *call, where, condition.swapped, true)) return;
    auto* compare = dyn_cast<CmpInst>(condition.value);
    if (compare != nullptr && on_operands(builder, *compare, where, condition.swapped)) return;
    Value* taken = builder.CreateZExt(branch.getCondition(), builder.getInt8Ty());
    builder.CreateCall(probes_.condition, {descriptor_.address, where, taken});
  }

  bool on_operands(IRBuilder<>& builder, CmpInst& compare, Value* where, bool swapped) {
    const CmpInst::Predicate predicate = swapped ? compare.getInversePredicate() : compare.getPredicate();
    Value* a = compare.getOperand(0);
    Value* b = compare.getOperand(1);
    Value* number = builder.getInt32(static_cast<uint32_t>(predicate));
    if (a->getType()->isFloatingPointTy()) {
      const auto widen = [&](Value* v) {
        return v->getType()->getPrimitiveSizeInBits() > 64 ? builder.CreateFPTrunc(v, builder.getDoubleTy())
                                                           : builder.CreateFPExt(v, builder.getDoubleTy());
      };
      builder.CreateCall(probes_.compare_float, {descriptor_.address, where, number, widen(a), widen(b)});
      return true;
    }
    if (auto* call = dyn_cast<CallBase>(a); call != nullptr && compare.isEquality())
      if (auto* zero = dyn_cast<ConstantInt>(b); zero != nullptr && zero->isZero())
        if (on_texts(builder, *call, where, predicate == CmpInst::ICMP_NE, false)) return true;
    const bool is_pointer = a->getType()->isPointerTy();
    if (!is_pointer && (!a->getType()->isIntegerTy() || a->getType()->getIntegerBitWidth() > 64)) return false;
    const bool is_unsigned = is_pointer || compare.isUnsigned();
    const auto widen = [&](Value* v) {
      if (is_pointer) return builder.CreatePtrToInt(v, builder.getInt64Ty());
      return builder.CreateIntCast(v, builder.getInt64Ty(), !is_unsigned);
    };
    builder.CreateCall(is_unsigned ? probes_.compare_uint : probes_.compare_int,
                       {descriptor_.address, where, number, widen(a), widen(b)});
    return true;
  }

  /// `negated`: the true edge is taken when the call's result is false (or, compared with 0, when it is not 0).
  bool on_texts(IRBuilder<>& builder, CallBase& call, Value* where, bool negated, bool is_bool) {
    const TextCall kind = text_call(call);
    // The texts must still be alive at the branch: same block, or the block just behind an invoke.
    const BasicBlock* here = builder.GetInsertBlock()->getSinglePredecessor();
    const bool near = call.getParent() == here || (here != nullptr && here->getSinglePredecessor() == call.getParent());
    if (kind == TextCall::kNone || !near || call.arg_size() < 2) return false;
    const bool string_call = kind == TextCall::kStringEquals || kind == TextCall::kStringDiffers;
    if (is_bool != string_call) return false;
    Value* a = call.getArgOperand(0);
    Value* b = call.getArgOperand(1);
    // std::string's first member is the pointer to its characters, NUL-terminated.
    const bool b_is_text = call.getCalledFunction()->getName().ends_with("PKS5_") || call.getCalledFunction()->getName().ends_with("PKc");
    if (string_call || kind == TextCall::kStringCompare) {
      a = builder.CreateLoad(builder.getPtrTy(), a);
      if (!b_is_text) b = builder.CreateLoad(builder.getPtrTy(), b);
    }
    Value* limit = builder.getInt64(~0ULL);
    if ((kind == TextCall::kCompareN || kind == TextCall::kMemory) && call.arg_size() >= 3)
      limit = builder.CreateZExtOrTrunc(call.getArgOperand(2), builder.getInt64Ty());
    bool when_equal = !negated;
    if (kind == TextCall::kStringDiffers) when_equal = !when_equal;
    builder.CreateCall(probes_.compare_text, {descriptor_.address, where, a, b, limit,
                                              builder.getInt8(kind == TextCall::kMemory ? 0 : 1),
                                              builder.getInt8(when_equal ? 1 : 0)});
    return true;
  }

  void add_to(SwitchInst& choice, uint32_t edge) {
    if (choice.getCondition()->getType()->getIntegerBitWidth() > 64) return;
    std::vector<uint64_t> cases;
    for (const auto& each : choice.cases()) cases.push_back(each.getCaseValue()->getZExtValue());
    IRBuilder<> builder(guarded(choice));
    Constant* table = ConstantDataArray::get(probes_.module.getContext(), cases);
    auto* global = new GlobalVariable(probes_.module, table->getType(), true, GlobalValue::PrivateLinkage, table, "reenact.cases");
    builder.CreateCall(probes_.switched,
                       {descriptor_.address, builder.getInt32(edge),
                        builder.CreateZExt(choice.getCondition(), builder.getInt64Ty()), global,
                        builder.getInt32(static_cast<uint32_t>(cases.size()))});
  }

  const Numbering& numbering_;
  const Probes& probes_;
  const Descriptor& descriptor_;
};

}  // namespace

void add_branch_distances(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor) {
  BranchProbes(numbering, probes, descriptor).add();
}

}  // namespace reenact::pass
