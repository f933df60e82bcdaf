#include "pass/state.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

#include <set>
#include <tuple>

using namespace llvm;

namespace reenact::pass {
namespace {

/// The field `pointer` points to; "" if none. Of nested ones the innermost, of an array's elements the array.
std::string field_at(const Value* pointer) {
  if (const auto* global = dyn_cast<GlobalVariable>(pointer))
    return global->isConstant() || !global->hasName() ? "" : "@" + global->getName().str();
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

StringRef callee_name(const CallBase& call) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return callee == nullptr ? StringRef() : callee->getName();
}

/// A member function of the standard library, that keeps the state of a field of its type.
bool is_standard_member(StringRef name) { return name.starts_with("_ZNSt") || name.starts_with("_ZNKSt"); }

/// What a value is made of: fields and results of calls.
struct Origins {
  SetVector<std::string, std::vector<std::string>, std::set<std::string>> fields;
  SetVector<const Function*> calls;

  void add(const Value* value, int depth = 0) {
    constexpr int kDeepest = 6;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr || depth > kDeepest) return;
    if (const auto* load = dyn_cast<LoadInst>(instruction)) {
      insert(field_at(load->getPointerOperand()));
    } else if (const auto* call = dyn_cast<CallBase>(instruction)) {
      if (const Function* callee = call->getCalledFunction(); callee != nullptr && !callee->isIntrinsic())
        calls.insert(callee);
      if (is_standard_member(callee_name(*call)) && !call->arg_empty()) insert(field_at(call->getArgOperand(0)));
    } else if (isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, PHINode>(instruction)) {
      for (const Use& operand : instruction->operands()) add(operand.get(), depth + 1);
    }
  }

  void insert(std::string field) {
    if (!field.empty()) fields.insert(std::move(field));
  }
};

/// `(field & mask) predicate constant`, as far as a branch has this form.
struct Comparison {
  std::string field;
  StringRef predicate;
  uint64_t mask = 0, constant = 0;
  unsigned width = 0;
};

std::optional<Comparison> comparison(const Value* condition) {
  using namespace PatternMatch;
  const Value* left = nullptr;
  ICmpInst::Predicate predicate = ICmpInst::ICMP_NE;
  uint64_t constant = 0;
  const bool is_bool = match(condition, m_Trunc(m_Value(left)));  // the lowest bit of a byte
  if (!is_bool && !match(condition, m_ICmp(predicate, m_Value(left), m_ConstantInt(constant))) &&
      !match(condition, m_ICmp(predicate, m_Value(left), m_Zero())))  // a null pointer
    return std::nullopt;
  const unsigned width = left->getType()->isPointerTy() ? 64 : left->getType()->getIntegerBitWidth();
  if (width > 64) return std::nullopt;
  uint64_t mask = is_bool ? 1 : maskTrailingOnes<uint64_t>(width);
  const Value* masked = nullptr;
  uint64_t bits = 0;
  if (match(left, m_And(m_Value(masked), m_ConstantInt(bits)))) {
    mask &= bits;
    left = masked;
  }
  if (const auto* cast = dyn_cast<ZExtInst>(left)) left = cast->getOperand(0);
  const auto* load = dyn_cast<LoadInst>(left);
  if (load == nullptr) return std::nullopt;
  std::string field = field_at(load->getPointerOperand());
  if (field.empty()) return std::nullopt;
  return Comparison{std::move(field), CmpInst::getPredicateName(predicate), mask, constant, width};
}

const Value* condition_of(const BasicBlock& block) {
  if (const auto* branch = dyn_cast<BranchInst>(block.getTerminator()))
    return branch->isConditional() ? branch->getCondition() : nullptr;
  if (const auto* choice = dyn_cast<SwitchInst>(block.getTerminator())) return choice->getCondition();
  return nullptr;
}

int64_t number(uint64_t bits) { return static_cast<int64_t>(bits); }

void write_tests(json::OStream& out, const Numbering& numbering, Fields& fields) {
  for (const BasicBlock* block : numbering.blocks) {
    const Value* condition = condition_of(*block);
    if (condition == nullptr) continue;
    const int64_t index = numbering.index.lookup(block);
    if (const auto found = isa<BranchInst>(block->getTerminator()) ? comparison(condition) : std::nullopt) {
      out.array([&] {
        out.value(index);
        out.value(fields.number(found->field));
        out.value(found->predicate);
        out.value(number(found->mask));
        out.value(number(found->constant));
        out.value(found->width);
      });
      continue;
    }
    Origins origins;
    origins.add(condition);
    for (const std::string& field : origins.fields)
      out.array([&] {
        out.value(index);
        out.value(fields.number(field));
      });
  }
}

void write_asked(json::OStream& out, const Numbering& numbering) {
  for (const BasicBlock* block : numbering.blocks) {
    const Value* condition = condition_of(*block);
    if (condition == nullptr) continue;
    Origins origins;
    origins.add(condition);
    for (const Function* callee : origins.calls)
      out.array([&] {
        out.value(static_cast<int64_t>(numbering.index.lookup(block)));
        out.value(unique_name(*callee));
      });
  }
}

void write_stores(json::OStream& out, const Numbering& numbering, Fields& fields) {
  const DataLayout& layout = numbering.function->getDataLayout();
  std::set<std::tuple<uint32_t, uint64_t, uint64_t>> stores;
  for (const Instruction& instruction : instructions(*numbering.function)) {
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      const std::string field = field_at(store->getPointerOperand());
      if (field.empty()) continue;
      const Value* value = store->getValueOperand();
      KnownBits known(1);
      if (value->getType()->isIntOrPtrTy() && layout.getTypeSizeInBits(value->getType()) <= 64)
        known = computeKnownBits(value, layout).zextOrTrunc(64);
      else
        known = KnownBits(64);
      stores.emplace(fields.number(field), known.One.getZExtValue(), known.Zero.getZExtValue());
    } else if (const auto* call = dyn_cast<CallBase>(&instruction);
               call != nullptr && !call->arg_empty() && callee_name(*call).starts_with("_ZNSt")) {
      if (const std::string field = field_at(call->getArgOperand(0)); !field.empty())
        stores.emplace(fields.number(field), 0, 0);
    }
  }
  for (const auto& [field, ones, zeros] : stores)
    out.array([&] {
      out.value(field);
      out.value(number(ones));
      out.value(number(zeros));
    });
}

void write_reads(json::OStream& out, const Numbering& numbering, Fields& fields) {
  constexpr size_t kSmall = 8;  // blocks: what a larger function returns depends on more than the fields it reads
  if (numbering.blocks.size() > kSmall) return;
  std::set<uint32_t> reads;
  for (const Instruction& instruction : instructions(*numbering.function)) {
    Origins origins;
    if (isa<LoadInst>(instruction)) origins.add(&instruction);
    for (const std::string& field : origins.fields) reads.insert(fields.number(field));
  }
  for (const uint32_t field : reads) out.value(field);
}

}  // namespace

void write_state(json::OStream& out, const Numbering& numbering, Fields& fields) {
  out.attributeArray("stores", [&] { write_stores(out, numbering, fields); });
  out.attributeArray("tests", [&] { write_tests(out, numbering, fields); });
  out.attributeArray("asks", [&] { write_asked(out, numbering); });
  out.attributeArray("reads", [&] { write_reads(out, numbering, fields); });
}

}  // namespace reenact::pass
