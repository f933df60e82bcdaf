// What one instruction does to the conditions behind it: the transformation of Algorithm 1, line 12.
#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <functional>
#include <utility>

#include "strategy/backward/executor.h"

namespace reenact::backward {
namespace {

constexpr std::string_view kUnlike = "accesses that may overlap were taken to be apart";

bool is_element(const llvm::Value& pointer) {
  const auto* const gep = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
  return gep != nullptr && !gep->getSourceElementType()->isStructTy();
}

/// Is the array that `pointer` leads to as long as its type says? The last member of a struct may be longer.
bool is_of_known_size(const llvm::Value& pointer) {
  if (llvm::isa<llvm::AllocaInst>(pointer)) return true;
  if (const auto* const global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer)) return global->hasInitializer();
  const auto* const gep = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
  if (gep == nullptr) return false;
  if (gep->getSourceElementType()->isArrayTy()) return is_of_known_size(*gep->getPointerOperand());
  const auto* const type = llvm::dyn_cast<llvm::StructType>(gep->getSourceElementType());
  if (type == nullptr || gep->getNumIndices() != 2) return false;
  const auto* const member = llvm::dyn_cast<llvm::ConstantInt>(gep->getOperand(2));
  return member != nullptr && member->getZExtValue() + 1 < type->getNumElements();
}

/// Of the accesses `keys_[i]` on the way to `pointer`, `int keys_[8]`: each with its index.
void for_each_element(const llvm::Value& pointer,
                      const std::function<void(const llvm::GEPOperator&, const llvm::ArrayType&)>& visit) {
  const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
  for (; gep != nullptr; gep = llvm::dyn_cast<llvm::GEPOperator>(gep->getPointerOperand())) {
    const auto* const array = llvm::dyn_cast<llvm::ArrayType>(gep->getSourceElementType());
    if (array != nullptr && gep->getNumIndices() == 2 && !llvm::isa<llvm::Constant>(gep->getOperand(2)) &&
        is_of_known_size(*gep->getPointerOperand()))
      visit(*gep, *array);
  }
}

}  // namespace

bool Executor::is_used(const State& state, const llvm::Instruction& instruction) {
  const ActivationId activation = state.activation().id;
  if (Values::width_of(*instruction.getType()) > 0) return is_live(state, shared_.values.of(instruction, activation));
  const auto* const type = llvm::dyn_cast<llvm::StructType>(instruction.getType());
  if (type == nullptr) return false;
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    if (const unsigned width = Values::width_of(*type->getElementType(i)); width > 0)
      if (is_live(state, shared_.values.part(instruction, activation, {&i, 1}, width))) return true;
  return false;
}

bool Executor::result_is(State& state, const llvm::Instruction& instruction, Expr value) {
  return replace(state, {{shared_.values.of(instruction, state.activation().id), value}});
}

bool Executor::demand_no_null(State& state, const llvm::Value& pointer, const llvm::Instruction& by) {
  const llvm::Value& base = base_of(pointer);
  if (!may_be_null(base)) return true;
  Expressions& e = shared_.expressions;
  const Expr address = shared_.values.of(base, state.activation().id);
  return demand(state, e.negation(e.make(Op::kEq, address, e.constant(0, 64))), Asked::kDereference, &by);
}

/// What is accessed is an element that there is, or else it would crash here.
bool Executor::demand_elements(State& state, const llvm::Value& pointer, const llvm::Instruction& by) {
  Expressions& e = shared_.expressions;
  bool possible = true;
  for_each_element(pointer, [&](const llvm::GEPOperator& gep, const llvm::ArrayType& array) {
    const llvm::DataLayout& layout = by.getModule()->getDataLayout();
    const bool is_always = llvm::computeKnownBits(gep.getOperand(2), layout).getMaxValue().ult(array.getNumElements());
    if (is_always) return;  // `names[i & 3]`
    const Expr index = shared_.values.of(*gep.getOperand(2), state.activation().id);
    const Expr is_there = e.make(Op::kUlt, index, e.constant(array.getNumElements(), e.width(index)));
    // A build without checks goes on with the member behind, so that nothing is called impossible for it.
    ++counters_.guessed["an index was taken to be within its array"];
    possible = possible && demand(state, is_there, Asked::kDereference, &by);
  });
  return possible;
}

void Executor::note_elements(const State& state, const llvm::Value& pointer) {
  const ActivationId activation = state.activation().id;
  bool is_noted = false;  // the first one is the nearest
  for_each_element(pointer, [&](const llvm::GEPOperator& gep, const llvm::ArrayType& array) {
    if (std::exchange(is_noted, true)) return;
    const llvm::DataLayout& layout = state.activation().function->getParent()->getDataLayout();
    const std::uint64_t bytes = layout.getTypeAllocSize(const_cast<llvm::ArrayType*>(&array)).getFixedValue();
    shared_.memory.note_element(shared_.values.of(pointer, activation),
                                {.begin = shared_.values.of(*gep.getPointerOperand(), activation), .bytes = bytes});
  });
}

bool Executor::before_load(llvm::LoadInst& load, State& state) {
  ++(is_element(*load.getPointerOperand()) ? counters_.arrays : counters_.fields);
  const ActivationId activation = state.activation().id;
  Expressions& e = shared_.expressions;
  const unsigned width = Values::width_of(*load.getType());
  note_elements(state, *load.getPointerOperand());
  if (is_used(state, load)) {
    Expr value;
    const Expr address = shared_.values.of(*load.getPointerOperand(), activation);
    if (width == 0) {
      guess(state, "a struct or vector was loaded whole");
    } else {
      const unsigned bits = (width + 7) / 8 * 8;
      value = shared_.memory.read(address, bits, load.getMetadata(llvm::LLVMContext::MD_tbaa));
      if (bits != width) value = e.extract(value, 0, width);
      if (!result_is(state, load, value)) return false;
    }
  }
  return demand_elements(state, *load.getPointerOperand(), load) &&
         demand_no_null(state, *load.getPointerOperand(), load);
}

bool Executor::before_store(llvm::StoreInst& store, State& state) {
  ++(is_element(*store.getPointerOperand()) ? counters_.arrays : counters_.fields);
  const ActivationId activation = state.activation().id;
  Expressions& e = shared_.expressions;
  const unsigned width = Values::width_of(*store.getValueOperand()->getType());
  const Expr address = shared_.values.of(*store.getPointerOperand(), activation);
  note_elements(state, *store.getPointerOperand());
  bool possible = true;
  if (width == 0) {
    possible = change(
        state, [&](Expr each, Memory::Step& step) { return shared_.memory.before_anything(each, "a store", step); },
        "a struct or vector was stored whole");
  } else {
    Expr value = shared_.values.of(*store.getValueOperand(), activation);
    if (width % 8 != 0) value = e.convert(Op::kZExt, value, (width + 7) / 8 * 8);
    possible = change(
        state,
        [&](Expr each, Memory::Step& step) {
          return shared_.memory.before_store(each, address, value, store.getMetadata(llvm::LLVMContext::MD_tbaa), step);
        },
        kUnlike);
  }
  return possible && demand_elements(state, *store.getPointerOperand(), store) &&
         demand_no_null(state, *store.getPointerOperand(), store);
}

/// A path goes on behind a division: it was none by zero.
bool Executor::before_division(const llvm::BinaryOperator& division, State& state) {
  const unsigned width = Values::width_of(*division.getType());
  if (width == 0 || llvm::isa<llvm::Constant>(division.getOperand(1))) return true;
  Expressions& e = shared_.expressions;
  const Expr divisor = shared_.values.of(*division.getOperand(1), state.activation().id);
  return demand(state, e.negation(e.make(Op::kEq, divisor, e.constant(0, width))), Asked::kBranch, &division);
}

bool Executor::before(llvm::Instruction& instruction, State& state) {
  if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return before_load(*load, state);
  if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return before_store(*store, state);
  if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.isTerminator()) return true;
  const bool writes = llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
  if (is_used(state, instruction)) {
    Expr value = shared_.values.computed(instruction, state.activation().id);
    if (value == Expr{}) {
      const unsigned width = Values::width_of(*instruction.getType());
      guess(state, fmt::format("not modelled: {}", instruction.getOpcodeName()));
      if (width > 0) value = shared_.values.unknown(fmt::format("what '{}' gives", instruction.getOpcodeName()), width);
    }
    if (value != Expr{} && !result_is(state, instruction, value)) return false;
  }
  if (const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      operation != nullptr && operation->isIntDivRem())
    return before_division(*operation, state);
  if (!writes) return true;
  return change(
      state,
      [&](Expr each, Memory::Step& step) { return shared_.memory.before_anything(each, "an atomic access", step); },
      "an atomic access may have written anything");
}

bool Executor::end_locals(State& state, const Activation& of) {
  for (llvm::Instruction& instruction : of.function->getEntryBlock()) {
    auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr) continue;
    const std::uint64_t place = shared_.places.of(*variable, of.id);
    if (!change(state,
                [&](Expr each, Memory::Step& step) {
                  return shared_.memory.before_thing(each, place, {}, std::nullopt, step);
                },
                {}))
      return false;
  }
  return true;
}

}  // namespace reenact::backward
