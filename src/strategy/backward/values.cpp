#include "strategy/backward/values.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "strategy/backward/library_models.h"

namespace reenact::backward {
namespace {

using symbolic::Bits;

Bits bits_of(const llvm::APInt& value) {
  Bits bits = value.extractBitsAsZExtValue(std::min(64u, value.getBitWidth()), 0);
  if (value.getBitWidth() > 64) bits |= Bits{value.extractBitsAsZExtValue(value.getBitWidth() - 64, 64)} << 64;
  return bits;
}

/// A field of what a parameter or a local variable is: it is the same wherever in the call it is asked for, so the path need not get to
/// where it is computed.
bool is_field_of_parameter(const llvm::Value& value) {
  const auto* const gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&value);
  if (gep == nullptr || !gep->hasAllConstantIndices() || gep->getType()->isVectorTy()) return false;
  const llvm::Value& base = *gep->getPointerOperand();
  return llvm::isa<llvm::Argument, llvm::AllocaInst>(base) || is_field_of_parameter(base);
}

/// Of malloc or operator new.
bool is_new_memory(const llvm::Value& value) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&value);
  const llvm::Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
  return called != nullptr && allocates(called->getName());
}

}  // namespace

const llvm::Value& base_of(const llvm::Value& pointer) {
  const llvm::Value* base = &pointer;
  while (const auto* const gep = llvm::dyn_cast<llvm::GEPOperator>(base)) base = gep->getPointerOperand();
  return *base;
}

bool may_be_null(const llvm::Value& base) {
  return !llvm::isa<llvm::AllocaInst, llvm::GlobalValue>(base) && Values::width_of(*base.getType()) == 64;
}

unsigned Values::width_of(const llvm::Type& type) {
  if (type.isIntegerTy()) return type.getIntegerBitWidth() <= 128 ? type.getIntegerBitWidth() : 0;
  if (type.isPointerTy()) return 64;
  if (type.isFloatTy()) return 32;
  if (type.isDoubleTy()) return 64;
  return 0;
}

std::optional<std::vector<Expr>> Values::arguments(const llvm::CallBase& call, ActivationId activation) {
  std::vector<Expr> result;
  for (const llvm::Use& argument : call.args()) {
    if (width_of(*argument->getType()) == 0) return std::nullopt;
    result.push_back(of(*argument, activation));
  }
  return result;
}

Expr Values::of(const llvm::Value& value, ActivationId activation) {
  if (const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&value))
    return e_.constant(places_.of(*variable, activation), 64);
  if (const auto* const fixed = llvm::dyn_cast<llvm::Constant>(&value)) return constant(*fixed, activation);
  if (const auto known = bound_.find({&value, activation}); known != bound_.end()) return known->second;
  if (is_field_of_parameter(value)) return address(llvm::cast<llvm::GEPOperator>(value), activation);
  const Expr symbol = named(fmt::format("v{}.{}", activation, number_of(value)), width_of(*value.getType()),
                            {.value = &value, .activation = activation, .what = {}});
  if (is_new_memory(value)) places_.note_allocated(symbol);
  return symbol;
}

Expr Values::part(const llvm::Value& value, ActivationId activation, std::span<const unsigned> indices,
                  unsigned width) {
  if (const auto* const inserted = llvm::dyn_cast<llvm::InsertValueInst>(&value)) {
    const auto where = inserted->getIndices();
    if (std::ranges::equal(where, indices)) return of(*inserted->getInsertedValueOperand(), activation);
    if (where.size() == indices.size()) return part(*inserted->getAggregateOperand(), activation, indices, width);
    return unknown("a part of a struct", width);
  }
  if (const auto* const fixed = llvm::dyn_cast<llvm::Constant>(&value)) {
    const llvm::Constant* element = fixed;
    for (const unsigned index : indices) element = element == nullptr ? nullptr : element->getAggregateElement(index);
    return element == nullptr ? unknown("a part of a constant", width) : constant(*element, activation);
  }
  std::string name = fmt::format("v{}.{}", activation, number_of(value));
  for (const unsigned index : indices) name += fmt::format("[{}]", index);
  return named(name, width, {.value = &value, .activation = activation, .what = {}});
}

Expr Values::unknown(std::string what, unsigned width) {
  return named(fmt::format("unknown{}", ++unknowns_), width,
               {.value = nullptr, .activation = 0, .what = std::move(what)});
}

Expr Values::named(const std::string& name, unsigned width, const Origin& origin) {
  const Expr symbol = e_.symbol(name, width);
  origins_.try_emplace(symbol, origin);
  return symbol;
}

const Origin* Values::origin(Expr symbol) const {
  const auto at = origins_.find(symbol);
  return at == origins_.end() ? nullptr : &at->second;
}

std::size_t Values::number_of(const llvm::Value& value) {
  return numbers_.try_emplace(&value, numbers_.size()).first->second;
}

Expr Values::constant(const llvm::Constant& value, ActivationId activation) {
  const unsigned width = width_of(*value.getType());
  if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return e_.constant(bits_of(integer->getValue()), width);
  if (const auto* const real = llvm::dyn_cast<llvm::ConstantFP>(&value))
    return e_.constant(bits_of(real->getValueAPF().bitcastToAPInt()), width);
  if (value.isNullValue()) return e_.constant(0, width);
  if (value.getType()->isPointerTy()) {
    const llvm::Value* stripped = value.stripPointerCastsAndAliases();
    if (auto* const global = llvm::dyn_cast<llvm::GlobalValue>(const_cast<llvm::Value*>(stripped)))
      return e_.constant(places_.of(*global), 64);
  }
  if (const auto* const gep = llvm::dyn_cast<llvm::GEPOperator>(&value)) return address(*gep, activation);
  if (const auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(&value))
    if (expression->isCast() && width_of(*expression->getOperand(0)->getType()) == width)
      return constant(*expression->getOperand(0), activation);
  return unknown("an unspecified constant", width);
}

Expr Values::address(const llvm::GEPOperator& gep, ActivationId activation) {
  if (!gep.getType()->isPointerTy()) return {};
  const llvm::DataLayout& layout = [&]() -> const llvm::DataLayout& {
    if (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&gep))
      return instruction->getModule()->getDataLayout();
    static const llvm::DataLayout x86(
        "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
    return x86;
  }();
  Expr result = of(*gep.getPointerOperand(), activation);
  for (auto at = llvm::gep_type_begin(gep); at != llvm::gep_type_end(gep); ++at) {
    if (llvm::StructType* const type = at.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(at.getOperand())->getZExtValue();
      const std::uint64_t offset = layout.getStructLayout(type)->getElementOffset(static_cast<unsigned>(field));
      result = e_.make(Op::kAdd, result, e_.constant(offset, 64));
      continue;
    }
    const unsigned width = width_of(*at.getOperand()->getType());
    if (width == 0) return {};
    Expr index = of(*at.getOperand(), activation);
    index = width < 64 ? e_.convert(Op::kSExt, index, 64) : width > 64 ? e_.extract(index, 0, 64) : index;
    const std::uint64_t stride = at.getSequentialElementStride(layout).getKnownMinValue();
    result = e_.make(Op::kAdd, result, e_.make(Op::kMul, index, e_.constant(stride, 64)));
  }
  return result;
}

Expr Values::binary(const llvm::BinaryOperator& operation, Expr a, Expr b) {
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
      return e_.make(Op::kAdd, a, b);
    case llvm::Instruction::Sub:
      return e_.make(Op::kSub, a, b);
    case llvm::Instruction::Mul:
      return e_.make(Op::kMul, a, b);
    case llvm::Instruction::UDiv:
      return e_.make(Op::kUDiv, a, b);
    case llvm::Instruction::SDiv:
      // (end - begin) / sizeof(int): nothing is left over, so a shift does it. A solver is lost in dividers.
      if (const auto* const divisor = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
          divisor != nullptr && operation.isExact() && divisor->getValue().isPowerOf2() && !divisor->isNegative())
        return e_.make(Op::kAShr, a, e_.constant(divisor->getValue().logBase2(), e_.width(a)));
      return e_.make(Op::kSDiv, a, b);
    case llvm::Instruction::URem:
      return e_.make(Op::kURem, a, b);
    case llvm::Instruction::SRem:
      return e_.make(Op::kSRem, a, b);
    case llvm::Instruction::Shl:
      return e_.make(Op::kShl, a, b);
    case llvm::Instruction::LShr:
      return e_.make(Op::kLShr, a, b);
    case llvm::Instruction::AShr:
      return e_.make(Op::kAShr, a, b);
    case llvm::Instruction::And:
      return e_.make(Op::kAnd, a, b);
    case llvm::Instruction::Or:
      return e_.make(Op::kOr, a, b);
    case llvm::Instruction::Xor:
      return e_.make(Op::kXor, a, b);
    case llvm::Instruction::FAdd:
      return e_.make(Op::kFAdd, a, b);
    case llvm::Instruction::FSub:
      return e_.make(Op::kFSub, a, b);
    case llvm::Instruction::FMul:
      return e_.make(Op::kFMul, a, b);
    case llvm::Instruction::FDiv:
      return e_.make(Op::kFDiv, a, b);
    default:
      return {};
  }
}

Expr Values::integers_compared(llvm::CmpInst::Predicate predicate, Expr a, Expr b) {
  using P = llvm::CmpInst;
  switch (predicate) {
    case P::ICMP_EQ:
      return e_.make(Op::kEq, a, b);
    case P::ICMP_NE:
      return e_.negation(e_.make(Op::kEq, a, b));
    case P::ICMP_ULT:
      return e_.make(Op::kUlt, a, b);
    case P::ICMP_ULE:
      return e_.make(Op::kUle, a, b);
    case P::ICMP_UGT:
      return e_.make(Op::kUlt, b, a);
    case P::ICMP_UGE:
      return e_.make(Op::kUle, b, a);
    case P::ICMP_SLT:
      return e_.make(Op::kSlt, a, b);
    case P::ICMP_SLE:
      return e_.make(Op::kSle, a, b);
    case P::ICMP_SGT:
      return e_.make(Op::kSlt, b, a);
    case P::ICMP_SGE:
      return e_.make(Op::kSle, b, a);
    default:
      return {};
  }
}

Expr Values::floats_compared(llvm::CmpInst::Predicate predicate, Expr a, Expr b) {
  using P = llvm::CmpInst;
  const Expr unordered = e_.make(Op::kOr, e_.make(Op::kFNan, a), e_.make(Op::kFNan, b));
  const auto or_unordered = [&](Expr ordered) { return e_.make(Op::kOr, unordered, ordered); };
  switch (predicate) {
    case P::FCMP_FALSE:
      return e_.truth(false);
    case P::FCMP_TRUE:
      return e_.truth(true);
    case P::FCMP_OEQ:
      return e_.make(Op::kFEq, a, b);
    case P::FCMP_OGT:
      return e_.make(Op::kFLt, b, a);
    case P::FCMP_OGE:
      return e_.make(Op::kFLe, b, a);
    case P::FCMP_OLT:
      return e_.make(Op::kFLt, a, b);
    case P::FCMP_OLE:
      return e_.make(Op::kFLe, a, b);
    case P::FCMP_ONE:
      return e_.make(Op::kAnd, e_.negation(unordered), e_.negation(e_.make(Op::kFEq, a, b)));
    case P::FCMP_ORD:
      return e_.negation(unordered);
    case P::FCMP_UNO:
      return unordered;
    case P::FCMP_UEQ:
      return or_unordered(e_.make(Op::kFEq, a, b));
    case P::FCMP_UGT:
      return or_unordered(e_.make(Op::kFLt, b, a));
    case P::FCMP_UGE:
      return or_unordered(e_.make(Op::kFLe, b, a));
    case P::FCMP_ULT:
      return or_unordered(e_.make(Op::kFLt, a, b));
    case P::FCMP_ULE:
      return or_unordered(e_.make(Op::kFLe, a, b));
    case P::FCMP_UNE:
      return e_.negation(e_.make(Op::kFEq, a, b));
    default:
      return {};
  }
}

Expr Values::cast(const llvm::CastInst& cast, Expr from, unsigned width) {
  switch (cast.getOpcode()) {
    case llvm::Instruction::Trunc:
      return e_.extract(from, 0, width);
    case llvm::Instruction::ZExt:
      return e_.convert(Op::kZExt, from, width);
    case llvm::Instruction::SExt:
      return e_.convert(Op::kSExt, from, width);
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt:
      return e_.convert(Op::kFToF, from, width);
    case llvm::Instruction::FPToSI:
      return e_.convert(Op::kFToS, from, width);
    case llvm::Instruction::FPToUI:
      return e_.convert(Op::kFToU, from, width);
    case llvm::Instruction::SIToFP:
      return e_.convert(Op::kSToF, from, width);
    case llvm::Instruction::UIToFP:
      return e_.convert(Op::kUToF, from, width);
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
      return e_.width(from) > width   ? e_.extract(from, 0, width)
             : e_.width(from) < width ? e_.convert(Op::kZExt, from, width)
                                      : from;
    case llvm::Instruction::BitCast:
      return from;
    default:
      return {};
  }
}

Expr Values::computed(const llvm::Instruction& instruction, ActivationId activation) {
  const unsigned width = width_of(*instruction.getType());
  if (width == 0) return {};
  if (const auto* const gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) return address(*gep, activation);
  if (const auto* const extracted = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return part(*extracted->getAggregateOperand(), activation, extracted->getIndices(), width);
  for (const llvm::Use& operand : instruction.operands())
    if (width_of(*operand->getType()) == 0) return {};
  const auto operand = [&](unsigned i) { return of(*instruction.getOperand(i), activation); };
  if (const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return binary(*operation, operand(0), operand(1));
  if (const auto* const compared = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return integers_compared(compared->getPredicate(), operand(0), operand(1));
  if (const auto* const compared = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return floats_compared(compared->getPredicate(), operand(0), operand(1));
  if (const auto* const changed = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return cast(*changed, operand(0), width);
  if (llvm::isa<llvm::SelectInst>(instruction)) return e_.ite(operand(0), operand(1), operand(2));
  if (llvm::isa<llvm::FreezeInst>(instruction)) return operand(0);
  if (instruction.getOpcode() == llvm::Instruction::FNeg) return e_.make(Op::kFNeg, operand(0));
  return {};
}

}  // namespace reenact::backward
