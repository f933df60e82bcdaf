// Branch distances: what the operands of a condition were, reported only while somebody asks.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "abi/abi.h"
#include "pass/conditions.h"
#include "pass/instrument.h"

using namespace llvm;

namespace reenact::pass {
namespace {

class BranchProbes {
 public:
  BranchProbes(const Numbering& numbering, const Probes& probes, const Descriptor& descriptor)
      : numbering_(numbering), probes_(probes), descriptor_(descriptor) {}

  void add() {
    // Probes split blocks, so that a block's terminator may soon be one of ours: collect the source's own
    // first.
    std::vector<std::pair<Instruction*, uint32_t>> ends;
    for (BasicBlock* block : numbering_.blocks)
      if (const auto edge = numbering_.first_edge.find(block); edge != numbering_.first_edge.end())
        ends.emplace_back(block->getTerminator(), edge->second);
    for (const auto& [value, edge] : numbering_.truths) add_to_value(*value, edge);
    for (const auto& [end, edge] : ends) {
      if (auto* branch = dyn_cast<BranchInst>(end))
        add_to(*branch, edge);
      else if (auto* choice = dyn_cast<SwitchInst>(end))
        add_to(*choice, edge);
    }
  }

 private:
  Instruction* guarded(Instruction& end) { return if_enabled(end, probes_, descriptor_); }

  void add_to(BranchInst& branch, uint32_t edge) {
    const Condition condition = strip(branch.getCondition());
    if (on_texts(condition, edge)) return;
    IRBuilder<> builder(guarded(branch));
    Value* where = builder.getInt32(edge);
    auto* compare = dyn_cast<CmpInst>(condition.value);
    if (compare != nullptr && on_operands(builder, *compare, where, condition.swapped)) return;
    Value* taken = builder.CreateZExt(branch.getCondition(), builder.getInt8Ty());
    builder.CreateCall(probes_.condition, {descriptor_.address, where, taken});
  }

  /// A comparison whose outcome is a value.
  void add_to_value(Instruction& value, uint32_t edge) {
    const Condition condition = strip(&value);
    if (on_texts(condition, edge)) return;
    auto* compare = dyn_cast<CmpInst>(condition.value);
    if (compare == nullptr) return;
    IRBuilder<> builder(guarded(*value.getNextNode()));
    on_operands(builder, *compare, builder.getInt32(edge), condition.swapped);
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

  /// A branch on the equality of two texts, or their order itself, whose truth is that they differ. The probe stands right behind the call that compares them, where
  /// the texts are still alive: temporaries may be gone at the branch.
  bool on_texts(const Condition& condition, uint32_t edge) {
    Value* result = condition.value;
    bool true_when_equal = !condition.swapped;
    const auto* compare = dyn_cast<ICmpInst>(result);
    if (compare != nullptr) {
      const auto* zero = dyn_cast<ConstantInt>(compare->getOperand(1));
      if (!compare->isEquality() || zero == nullptr || !zero->isZero()) return false;
      if (compare->getPredicate() == CmpInst::ICMP_NE) true_when_equal = !true_when_equal;
      result = compare->getOperand(0);
    }
    auto* call = dyn_cast<CallBase>(result);
    if (call == nullptr) return false;
    const TextCall kind = text_call(*call);
    if (kind.shape == TextShape::kNone || (kind.is_bool && compare != nullptr)) return false;
    const bool is_order = !kind.is_bool && compare == nullptr;
    if (kind.when_different || is_order) true_when_equal = !true_when_equal;
    Instruction* behind = call->getNextNode();
    if (auto* invoke = dyn_cast<InvokeInst>(call)) {
      if (invoke->getNormalDest()->getSinglePredecessor() == nullptr) return false;
      behind = &*invoke->getNormalDest()->getFirstInsertionPt();
    }
    IRBuilder<> builder(guarded(*behind));
    report_texts(builder, *call, kind.shape, edge, true_when_equal);
    return true;
  }

  void report_texts(IRBuilder<>& builder, CallBase& call, TextShape shape, uint32_t edge, bool true_when_equal) {
    Value* where = builder.getInt32(edge);
    Value* when = builder.getInt8(true_when_equal ? 1 : 0);
    const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
    if (shape == TextShape::kBounded || shape == TextShape::kMemory) {
      Value* limit = builder.CreateZExtOrTrunc(argument(2), builder.getInt64Ty());
      builder.CreateCall(probes_.compare_text, {descriptor_.address, where, argument(0), argument(1), limit,
                                                builder.getInt8(shape == TextShape::kMemory ? 0 : 1), when});
      return;
    }
    // libstdc++: a std::string starts with {data, size}, a string_view is {size, data}.
    Text a, b;
    Value* unknown = builder.getInt64(~0ULL);
    switch (shape) {
      case TextShape::kStrings:
        a = read(builder, argument(0), 0, 8);
        b = read(builder, argument(1), 0, 8);
        break;
      case TextShape::kStringCString:
        a = read(builder, argument(0), 0, 8);
        b = {argument(1), unknown};
        break;
      case TextShape::kCStringString:
        a = {argument(0), unknown};
        b = read(builder, argument(1), 0, 8);
        break;
      case TextShape::kViews:
        a = {argument(1), argument(0)};
        b = {argument(3), argument(2)};
        break;
      case TextShape::kViewPointer:
        a = read(builder, argument(0), 8, 0);
        b = {argument(2), argument(1)};
        break;
      default:
        a = {argument(0), unknown};
        b = {argument(1), unknown};
        break;
    }
    builder.CreateCall(probes_.compare_strings, {descriptor_.address, where, a.data, a.size, b.data, b.size, when});
  }

  struct Text {
    Value* data = nullptr;
    Value* size = nullptr;
  };
  Text read(IRBuilder<>& builder, Value* object, unsigned data_offset, unsigned size_offset) {
    const auto load = [&](Type* type, unsigned offset) {
      LoadInst* result =
          builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), object, offset));
      result->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(probes_.module.getContext(), {}));
      return result;
    };
    return {load(builder.getPtrTy(), data_offset), load(builder.getInt64Ty(), size_offset)};
  }

  void add_to(SwitchInst& choice, uint32_t edge) {
    if (choice.getCondition()->getType()->getIntegerBitWidth() > 64) return;
    std::vector<uint64_t> cases;
    for (const auto& each : choice.cases()) cases.push_back(static_cast<uint64_t>(each.getCaseValue()->getSExtValue()));
    IRBuilder<> builder(guarded(choice));
    Constant* table = ConstantDataArray::get(probes_.module.getContext(), cases);
    GlobalVariable* global = private_global(probes_.module, table, true, "reenact.cases");
    builder.CreateCall(probes_.switched, {descriptor_.address, builder.getInt32(edge),
                                          builder.CreateSExt(choice.getCondition(), builder.getInt64Ty()), global,
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
