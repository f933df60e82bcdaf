#include "pass/comparison.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;

namespace reenact::pass {

std::string field_at(const Value* pointer) {
  if (const auto* global = dyn_cast<GlobalVariable>(pointer))
    return global->isConstant() || !global->hasName() ? "" : "@" + global->getName().str();
  if (const auto* call = dyn_cast<IntrinsicInst>(pointer);
      call != nullptr && call->getIntrinsicID() == Intrinsic::threadlocal_address)
    return field_at(call->getArgOperand(0));
  const auto* offset = dyn_cast<GEPOperator>(pointer);
  if (offset == nullptr) return "";
  const auto* type = dyn_cast<StructType>(offset->getSourceElementType());
  if (type == nullptr || !type->hasName()) return field_at(offset->getPointerOperand());
  std::string result = type->getName().str();
  char separator = ':';
  for (const Use& index : drop_begin(offset->indices())) {
    const auto* constant = dyn_cast<ConstantInt>(index.get());
    if (constant == nullptr) break;
    result += separator + std::to_string(constant->getZExtValue());
    separator = '.';
  }
  return separator == ':' ? "" : result;
}

std::string loaded_field(const Value* value) {
  const auto* load = dyn_cast<LoadInst>(value);
  return load == nullptr ? "" : field_at(load->getPointerOperand());
}

std::optional<Comparison> comparison(const Value* condition) {
  using namespace PatternMatch;
  const Value* left = nullptr;
  ICmpInst::Predicate predicate = ICmpInst::ICMP_NE;
  uint64_t constant = 0;
  const bool is_bool = match(condition, m_Trunc(m_Value(left)));  // the lowest bit of a byte
  if (!is_bool && !match(condition, m_ICmp(predicate, m_Value(left), m_ConstantInt(constant))) &&
      !match(condition, m_ICmp(predicate, m_Value(left), m_Zero()))) {  // a null pointer
    if (!isa<CallBase>(condition)) return std::nullopt;
    left = condition;
  }
  if (!left->getType()->isIntOrPtrTy()) return std::nullopt;
  const unsigned width = left->getType()->isPointerTy() ? 64 : left->getType()->getIntegerBitWidth();
  if (width > 64) return std::nullopt;
  uint64_t mask = is_bool ? 1 : maskTrailingOnes<uint64_t>(width), bits = 0;
  const Value* masked = nullptr;
  if (match(left, m_And(m_Value(masked), m_ConstantInt(bits)))) {
    mask &= bits;
    left = masked;
  }
  if (const auto* cast = dyn_cast<ZExtInst>(left)) left = cast->getOperand(0);
  return Comparison{left, CmpInst::getPredicateName(predicate), mask, constant, width};
}

void write_comparison(json::OStream& out, const Comparison& compared) {
  out.value(compared.predicate);
  out.value(static_cast<int64_t>(compared.mask));
  out.value(static_cast<int64_t>(compared.constant));
  out.value(compared.width);
}

}  // namespace reenact::pass
