#include "pass/state.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <set>

#include "abi/model_keys.h"
#include "pass/comparison.h"
#include "pass/produced.h"

using namespace llvm;

namespace reenact::pass {
namespace {

StringRef callee_name(const CallBase& call) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return callee == nullptr ? StringRef() : callee->getName();
}

/// A member function of the standard library, that keeps the state of a field of its type.
bool is_standard_member(StringRef name) { return name.starts_with("_ZNSt") || name.starts_with("_ZNKSt"); }

/// The standard library's, or GNU's part of it.
bool is_standard(StringRef name) {
  return is_standard_member(name) || name.starts_with("_ZSt") || name.starts_with("_ZN9__gnu_cxx") ||
         name.starts_with("_ZNK9__gnu_cxx");
}

/// What a value is made of: fields and results of calls.
struct Origins {
  SetVector<std::string, std::vector<std::string>, std::set<std::string>> fields;
  SetVector<const Function*> calls;

  void add(const Value* value, int depth = 0) {
    constexpr int kDeepest = 6;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr || depth > kDeepest || !is_news(instruction, depth)) return;
    if (const auto* load = dyn_cast<LoadInst>(instruction)) {
      insert(field_at(load->getPointerOperand()));
    } else if (const auto* call = dyn_cast<CallBase>(instruction)) {
      if (const Function* callee = call->getCalledFunction(); callee != nullptr && !callee->isIntrinsic())
        calls.insert(callee);
      if (is_standard_member(callee_name(*call)) && !call->arg_empty()) insert(field_at(call->getArgOperand(0)));
      if (is_standard(callee_name(*call)))
        for (const Use& argument : call->args())
          if (const auto* variable = dyn_cast<AllocaInst>(argument.get())) add_contents(*variable, depth + 1);
    } else if (isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, PHINode>(instruction)) {
      for (const Use& operand : instruction->operands()) add(operand.get(), depth + 1);
    }
  }

  void insert(const std::string& field) {
    if (!field.empty()) fields.insert(field);
  }

 private:
  /// Of a variable that is given by reference: in `for (x : field)` the iterators, which `!=` compares.
  void add_contents(const Value& variable, int depth) {
    for (const User* user : variable.users()) {
      if (const auto* store = dyn_cast<StoreInst>(user); store != nullptr && store->getPointerOperand() == &variable)
        add(store->getValueOperand(), depth);
      if (isa<GEPOperator>(user)) add_contents(*user, depth);
      const auto* call = dyn_cast<CallBase>(user);
      if (call != nullptr && call->hasStructRetAttr() && call->getArgOperand(0) == &variable && call->arg_size() > 1 &&
          is_standard_member(callee_name(*call)))
        insert(field_at(call->getArgOperand(1)));
    }
  }

  /// Not walked from yet, or only from deeper down. (In an interpreter's loop each of hundreds of phis has hundreds of
  /// operands, and they are one another's: without this there is no end to it.)
  bool is_news(const Instruction* instruction, int depth) {
    const auto [at, is_new] = least_depth_.try_emplace(instruction, depth);
    if (!is_new && at->second <= depth) return false;
    at->second = depth;
    return true;
  }

  DenseMap<const Instruction*, int> least_depth_;
};

/// Each a block's number, a field's or function's, and, if `compared`, the comparison.
template <typename What>
void write_test(json::OStream& out, uint32_t block, const What& what, const Comparison* compared) {
  out.array([&] {
    out.value(block);
    out.value(what);
    if (compared != nullptr) write_comparison(out, *compared);
  });
}

const Value* condition_of(const BasicBlock& block) {
  if (const auto* branch = dyn_cast<BranchInst>(block.getTerminator()))
    return branch->isConditional() ? branch->getCondition() : nullptr;
  if (const auto* choice = dyn_cast<SwitchInst>(block.getTerminator())) return choice->getCondition();
  return nullptr;
}

/// The conditional branches and switches: their block's number, condition, and the comparison if it is one.
template <typename Visit>
void for_each_test(const Numbering& numbering, const Visit& visit) {
  for (const BasicBlock* block : numbering.blocks) {
    const Value* condition = condition_of(*block);
    if (condition == nullptr) continue;
    const auto compared = isa<BranchInst>(block->getTerminator()) ? comparison(condition) : std::nullopt;
    visit(numbering.index.lookup(block), condition, compared);
  }
}

void write_tests(json::OStream& out, const Numbering& numbering, Fields& fields) {
  for_each_test(numbering, [&](uint32_t block, const Value* condition, const std::optional<Comparison>& compared) {
    if (const std::string field = compared ? loaded_field(compared->value) : ""; !field.empty())
      return write_test(out, block, fields.number(field), &*compared);
    Origins origins;
    origins.add(condition);
    for (const std::string& field : origins.fields) write_test(out, block, fields.number(field), nullptr);
  });
}

void write_result_tests(json::OStream& out, const Numbering& numbering) {
  for_each_test(numbering, [&](uint32_t block, const Value* condition, const std::optional<Comparison>& compared) {
    Origins origins;
    origins.add(condition);
    const auto* call = compared ? dyn_cast<CallBase>(compared->value) : nullptr;
    for (const Function* callee : origins.calls)
      write_test(out, block, unique_name(*callee),
                 call != nullptr && call->getCalledFunction() == callee ? &*compared : nullptr);
  });
}

void write_stores(json::OStream& out, const Numbering& numbering, Fields& fields) {
  ProducedValues values(numbering, fields);
  for (const Instruction& instruction : instructions(*numbering.function)) {
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      if (const std::string field = field_at(store->getPointerOperand()); !field.empty())
        values.write(out, fields.number(field), store->getValueOperand(), *store->getParent());
    } else if (const auto* call = dyn_cast<CallBase>(&instruction);
               call != nullptr && !call->arg_empty() && callee_name(*call).starts_with("_ZNSt")) {
      if (const std::string field = field_at(call->getArgOperand(0)); !field.empty())
        values.write(out, fields.number(field), nullptr, *call->getParent());
    }
  }
}

void write_results(json::OStream& out, const Numbering& numbering, Fields& fields) {
  if (!numbering.function->getReturnType()->isIntOrPtrTy()) return;
  ProducedValues values(numbering, fields);
  for (const BasicBlock* block : numbering.blocks)
    if (const auto* result = dyn_cast<ReturnInst>(block->getTerminator()))
      values.write(out, std::nullopt, result->getReturnValue(), *block);
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

/// `return field;` and nothing else.
std::string accessed_field(const Function& function) {
  if (function.size() != 1) return "";
  const auto* result = dyn_cast<ReturnInst>(function.front().getTerminator());
  if (result == nullptr || result->getReturnValue() == nullptr) return "";
  const Value* value = result->getReturnValue();
  if (const auto* cast = dyn_cast<CastInst>(value)) value = cast->getOperand(0);  // a bool is a byte in memory
  return loaded_field(value);
}

}  // namespace

void write_state(json::OStream& out, const Numbering& numbering, Fields& fields) {
  out.attributeArray(model_file::kStores, [&] { write_stores(out, numbering, fields); });
  out.attributeArray(model_file::kResults, [&] { write_results(out, numbering, fields); });
  out.attributeArray(model_file::kTests, [&] { write_tests(out, numbering, fields); });
  out.attributeArray(model_file::kResultTests, [&] { write_result_tests(out, numbering); });
  out.attributeArray(model_file::kReads, [&] { write_reads(out, numbering, fields); });
  if (const std::string field = accessed_field(*numbering.function); !field.empty())
    out.attribute(model_file::kAccessor, fields.number(field));
}

}  // namespace reenact::pass
