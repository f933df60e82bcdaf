// Labels of what is computed: each operation of LLVM's as one of abi/expression.h.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Operator.h>

#include "pass/concolic/labels.h"

using namespace llvm;

namespace reenact::pass {
namespace {

std::optional<uint32_t> operation_of(unsigned opcode) {
  switch (opcode) {
    case Instruction::Add:
      return kReenactOpAdd;
    case Instruction::Sub:
      return kReenactOpSub;
    case Instruction::Mul:
      return kReenactOpMul;
    case Instruction::UDiv:
      return kReenactOpUDiv;
    case Instruction::SDiv:
      return kReenactOpSDiv;
    case Instruction::URem:
      return kReenactOpURem;
    case Instruction::SRem:
      return kReenactOpSRem;
    case Instruction::Shl:
      return kReenactOpShl;
    case Instruction::LShr:
      return kReenactOpLShr;
    case Instruction::AShr:
      return kReenactOpAShr;
    case Instruction::And:
      return kReenactOpAnd;
    case Instruction::Or:
      return kReenactOpOr;
    case Instruction::Xor:
      return kReenactOpXor;
    case Instruction::FAdd:
      return kReenactOpFAdd;
    case Instruction::FSub:
      return kReenactOpFSub;
    case Instruction::FMul:
      return kReenactOpFMul;
    case Instruction::FDiv:
      return kReenactOpFDiv;
    default:
      return std::nullopt;  // a float's remainder has no theory
  }
}

/// A comparison as one of ours: perhaps of the operands the other way round, perhaps negated.
struct Comparison {
  uint32_t operation;
  bool swapped = false;
};

std::optional<Comparison> comparison_of(CmpInst::Predicate predicate) {
  constexpr uint32_t kNot = kReenactNegated;
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return Comparison{kReenactOpEq};
    case CmpInst::ICMP_NE:
      return Comparison{kReenactOpEq | kNot};
    case CmpInst::ICMP_ULT:
      return Comparison{kReenactOpUlt};
    case CmpInst::ICMP_ULE:
      return Comparison{kReenactOpUle};
    case CmpInst::ICMP_UGT:
      return Comparison{kReenactOpUlt, true};
    case CmpInst::ICMP_UGE:
      return Comparison{kReenactOpUle, true};
    case CmpInst::ICMP_SLT:
      return Comparison{kReenactOpSlt};
    case CmpInst::ICMP_SLE:
      return Comparison{kReenactOpSle};
    case CmpInst::ICMP_SGT:
      return Comparison{kReenactOpSlt, true};
    case CmpInst::ICMP_SGE:
      return Comparison{kReenactOpSle, true};
    case CmpInst::FCMP_OEQ:
      return Comparison{kReenactOpFEq};
    case CmpInst::FCMP_UNE:
      return Comparison{kReenactOpFEq | kNot};
    case CmpInst::FCMP_OLT:
      return Comparison{kReenactOpFLt};
    case CmpInst::FCMP_OLE:
      return Comparison{kReenactOpFLe};
    case CmpInst::FCMP_OGT:
      return Comparison{kReenactOpFLt, true};
    case CmpInst::FCMP_OGE:
      return Comparison{kReenactOpFLe, true};
    // "Less, or a NaN" is "not at least".
    case CmpInst::FCMP_ULT:
      return Comparison{kReenactOpFLe | kNot, true};
    case CmpInst::FCMP_ULE:
      return Comparison{kReenactOpFLt | kNot, true};
    case CmpInst::FCMP_UGT:
      return Comparison{kReenactOpFLe | kNot};
    case CmpInst::FCMP_UGE:
      return Comparison{kReenactOpFLt | kNot};
    default:
      return std::nullopt;
  }
}

std::optional<uint32_t> conversion_of(unsigned opcode) {
  switch (opcode) {
    case Instruction::Trunc:
      return kReenactOpExtract;
    case Instruction::ZExt:
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
      return kReenactOpZExt;
    case Instruction::SExt:
      return kReenactOpSExt;
    case Instruction::FPToUI:
      return kReenactOpFToU;
    case Instruction::FPToSI:
      return kReenactOpFToS;
    case Instruction::UIToFP:
      return kReenactOpUToF;
    case Instruction::SIToFP:
      return kReenactOpSToF;
    case Instruction::FPTrunc:
    case Instruction::FPExt:
      return kReenactOpFToF;
    default:
      return std::nullopt;
  }
}

}  // namespace

void FunctionLabels::visit_binary(BinaryOperator& instruction) {
  const auto operation = operation_of(instruction.getOpcode());
  const auto width = label_width(instruction.getType());
  if (!operation || !width) return drop_operands(instruction);
  Value* a = instruction.getOperand(0);
  Value* b = instruction.getOperand(1);
  Builder builder(&instruction);
  set(instruction, where_labelled(instruction, any_of(builder, {label(a), label(b)}), [&](Builder& inside) -> Value* {
        return inside.CreateCall(concolic_.binary, {inside.getInt32(*operation | *width << 8), label(a), label(b),
                                                    bits(inside, a), bits(inside, b)});
      }));
}

void FunctionLabels::visit_negation(UnaryOperator& instruction) {
  const auto width = label_width(instruction.getType());
  if (instruction.getOpcode() != Instruction::FNeg || !width) return drop_operands(instruction);
  Value* a = label(instruction.getOperand(0));
  set(instruction, where_labelled(instruction, a, [&](Builder& inside) -> Value* {
        return inside.CreateCall(concolic_.unary, {inside.getInt32(kReenactOpFNeg | *width << 8), a});
      }));
}

namespace {

/// Does nothing but one branch want to know?
bool is_asked_by_a_branch_alone(const CmpInst& instruction) {
  return instruction.hasOneUse() && isa<BranchInst>(*instruction.user_begin());
}

}  // namespace

void FunctionLabels::visit_compare(CmpInst& instruction) {
  const auto comparison = comparison_of(instruction.getPredicate());
  const auto width = label_width(instruction.getOperand(0)->getType());
  if (!comparison || !width) return drop_operands(instruction);
  if (is_asked_by_a_branch_alone(instruction)) return;
  Value* a = instruction.getOperand(comparison->swapped ? 1 : 0);
  Value* b = instruction.getOperand(comparison->swapped ? 0 : 1);
  Builder builder(&instruction);
  set(instruction, where_labelled(instruction, any_of(builder, {label(a), label(b)}), [&](Builder& inside) -> Value* {
        return inside.CreateCall(concolic_.binary, {inside.getInt32(comparison->operation | *width << 8), label(a),
                                                    label(b), bits(inside, a), bits(inside, b)});
      }));
}

bool FunctionLabels::visit_compared_branch(BranchInst& branch) {
  const auto* instruction = dyn_cast<CmpInst>(branch.getCondition());
  if (instruction == nullptr || !is_asked_by_a_branch_alone(*instruction)) return false;
  const auto comparison = comparison_of(instruction->getPredicate());
  const auto width = label_width(instruction->getOperand(0)->getType());
  if (!comparison || !width) return false;
  Value* a = instruction->getOperand(comparison->swapped ? 1 : 0);
  Value* b = instruction->getOperand(comparison->swapped ? 0 : 1);
  Builder builder(&branch);
  where_labelled(branch, any_of(builder, {label(a), label(b)}), [&](Builder& inside) -> Value* {
    Value* value = inside.CreateShl(inside.CreateZExt(branch.getCondition(), concolic_.word), 24);
    Value* operation = inside.CreateOr(value, inside.getInt32(comparison->operation | *width << 8));
    inside.CreateCall(concolic_.compare,
                      {operation, label(a), label(b), bits(inside, a), bits(inside, b), place_of(branch)});
    return nullptr;
  });
  return true;
}

void FunctionLabels::visit_cast(CastInst& instruction) {
  const auto from = label_width(instruction.getSrcTy());
  const auto to = label_width(instruction.getDestTy());
  if (!from || !to) return drop_operands(instruction);
  Value* a = label(instruction.getOperand(0));
  if (isa<BitCastInst>(instruction) || isa<AddrSpaceCastInst>(instruction)) return set(instruction, a);
  auto operation = conversion_of(instruction.getOpcode());
  if (!operation) return drop_operands(instruction);
  // Of a pointer and an integer that is narrower or wider.
  if (*operation == kReenactOpZExt && *to <= *from) {
    if (*to == *from) return set(instruction, a);
    operation = kReenactOpExtract;
  }
  set(instruction, where_labelled(instruction, a, [&](Builder& inside) -> Value* {
        return inside.CreateCall(
            concolic_.convert, {inside.getInt32(*operation | *from << 8), a, inside.getInt32(*to), inside.getInt32(0)});
      }));
}

void FunctionLabels::visit_select(SelectInst& instruction) {
  Value* condition = instruction.getCondition();
  Value* then = instruction.getTrueValue();
  Value* otherwise = instruction.getFalseValue();
  const auto width = label_width(instruction.getType());
  Builder builder(&instruction);
  if (!width || !condition->getType()->isIntegerTy(1)) {
    // Of structures the parts go with the choice; that the choice itself may be symbolic is lost.
    if (condition->getType()->isIntegerTy(1))
      set(instruction, builder.CreateSelect(condition, label(then), label(otherwise)));
    return drop_operands(instruction);
  }
  Value* any = any_of(builder, {label(condition), label(then), label(otherwise)});
  set(instruction, where_labelled(instruction, any, [&](Builder& inside) -> Value* {
        Value* values = inside.CreateOr(bits(inside, condition), inside.getInt64(uint64_t{*width} << 32));
        return inside.CreateCall(concolic_.select, {label(condition), label(then), label(otherwise), values,
                                                    bits(inside, then), bits(inside, otherwise)});
      }));
}

/// base + index * size + ..., of which base and indices may be labelled.
void FunctionLabels::visit_address(GetElementPtrInst& instruction) {
  MapVector<Value*, APInt> indices;
  APInt offset(64, 0);
  if (!label_width(instruction.getType()) ||
      !cast<GEPOperator>(instruction).collectOffset(layout_, 64, indices, offset))
    return drop_operands(instruction);
  Value* base = instruction.getPointerOperand();
  Builder builder(&instruction);
  SmallVector<Value*> labels{label(base)};
  for (const auto& each : indices) labels.push_back(label(each.first));
  set(instruction, where_labelled(instruction, any_of(builder, labels), [&](Builder& inside) -> Value* {
        const auto add = [&](Value* a, Value* b, Value* a_bits, Value* b_bits, uint32_t operation) {
          return inside.CreateCall(concolic_.binary, {inside.getInt32(operation | 64 << 8), a, b, a_bits, b_bits});
        };
        Value* sum = label(base);
        Value* sum_bits = bits(inside, base);
        for (const auto& [index, scale] : indices) {
          Value* wide = inside.CreateSExtOrTrunc(index, concolic_.number);
          Value* wide_label = label(index);
          const unsigned width = index->getType()->getIntegerBitWidth();
          if (width < 64 && !isa<Constant>(wide_label))
            wide_label = inside.CreateCall(concolic_.convert, {inside.getInt32(kReenactOpSExt | width << 8), wide_label,
                                                               inside.getInt32(64), inside.getInt32(0)});
          Value* size = inside.getInt64(scale.getZExtValue());
          Value* product = add(wide_label, inside.getInt32(0), wide, size, kReenactOpMul);
          Value* product_bits = inside.CreateMul(wide, size);
          sum = add(sum, product, sum_bits, product_bits, kReenactOpAdd);
          sum_bits = inside.CreateAdd(sum_bits, product_bits);
        }
        return add(sum, inside.getInt32(0), sum_bits, inside.getInt64(offset.getZExtValue()), kReenactOpAdd);
      }));
}

}  // namespace reenact::pass
