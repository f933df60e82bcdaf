// What a call does to the conditions behind it.
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "strategy/backward/executor.h"

namespace reenact::backward {
namespace {

/// `std::string::size() const` as people say it: without parameters.
std::string short_name(llvm::StringRef linkage_name) {
  std::string name = llvm::demangle(linkage_name.str());
  return name.substr(0, name.find('('));
}

/// Does it have a `this`?
bool is_method(const llvm::Function& function, Bitcode& bitcode) {
  const llvm::Function* const body = bitcode.body_of(const_cast<llvm::Function&>(function));
  const llvm::DISubprogram* const about = body == nullptr ? nullptr : body->getSubprogram();
  if (about == nullptr || about->getType() == nullptr || about->getType()->getTypeArray().size() < 2) return false;
  const llvm::DIType* const first = about->getType()->getTypeArray()[1];
  return first != nullptr && first->isObjectPointer();
}

}  // namespace

bool Executor::overflows(llvm::IntrinsicInst& call, State& state) {
  auto* const operation = llvm::dyn_cast<llvm::WithOverflowInst>(&call);
  if (operation == nullptr) return false;
  Expressions& e = shared_.expressions;
  const ActivationId activation = state.activation().id;
  const Expr a = shared_.values.of(*operation->getLHS(), activation),
             b = shared_.values.of(*operation->getRHS(), activation);
  const unsigned width = e.width(a);
  if (width > 64) return false;
  const Op op = operation->getBinaryOp() == llvm::Instruction::Add   ? Op::kAdd
                : operation->getBinaryOp() == llvm::Instruction::Sub ? Op::kSub
                                                                     : Op::kMul;
  // In twice the bits nothing overflows.
  const Op widen = operation->isSigned() ? Op::kSExt : Op::kZExt;
  const Expr exact = e.make(op, e.convert(widen, a, width * 2), e.convert(widen, b, width * 2));
  const Expr result = e.make(op, a, b);
  const Expr overflow = e.negation(e.make(Op::kEq, e.convert(widen, result, width * 2), exact));
  constexpr unsigned kResult = 0, kOverflow = 1;
  return replace(state, {{shared_.values.part(call, activation, {&kResult, 1}, width), result},
                         {shared_.values.part(call, activation, {&kOverflow, 1}, 1), overflow}});
}

bool Executor::before_intrinsic(llvm::IntrinsicInst& call, State& state) {
  Expressions& e = shared_.expressions;
  const ActivationId activation = state.activation().id;
  const auto operand = [&](unsigned i) { return shared_.values.of(*call.getArgOperand(i), activation); };
  const auto count = [&] {
    const Expr given = operand(2);
    return e.width(given) < 64 ? e.convert(Op::kZExt, given, 64) : given;
  };
  if (llvm::isa<llvm::AnyMemTransferInst>(call))
    return change(
        state,
        [&](Expr each, Memory::Step& step) {
          return shared_.memory.before_copy(each, operand(0), operand(1), count(),
                                            call.getMetadata(llvm::LLVMContext::MD_tbaa_struct), step);
        },
        "a copy covers only a part of a value");
  if (llvm::isa<llvm::AnyMemSetInst>(call))
    return change(state,
                  [&](Expr each, Memory::Step& step) {
                    return shared_.memory.before_fill(each, operand(0), operand(1), count(), step);
                  },
                  {});
  if (llvm::isa<llvm::WithOverflowInst>(call))
    if (Values::width_of(*call.getArgOperand(0)->getType()) > 0 && e.width(operand(0)) <= 64)
      return overflows(call, state);
  if (call.getIntrinsicID() == llvm::Intrinsic::assume) return true;
  if (!is_used(state, call)) return true;
  const unsigned width = Values::width_of(*call.getType());
  if (width == 0) return true;
  const auto smaller = [&](Op op, bool first) {
    const Expr less = e.make(op, operand(0), operand(1));
    return e.ite(less, first ? operand(0) : operand(1), first ? operand(1) : operand(0));
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
      return result_is(state, call, operand(0));
    case llvm::Intrinsic::umin:
      return result_is(state, call, smaller(Op::kUlt, true));
    case llvm::Intrinsic::umax:
      return result_is(state, call, smaller(Op::kUlt, false));
    case llvm::Intrinsic::smin:
      return result_is(state, call, smaller(Op::kSlt, true));
    case llvm::Intrinsic::smax:
      return result_is(state, call, smaller(Op::kSlt, false));
    case llvm::Intrinsic::abs:
      return result_is(
          state, call,
          e.ite(e.make(Op::kSlt, operand(0), e.constant(0, width)), e.make(Op::kNeg, operand(0)), operand(0)));
    case llvm::Intrinsic::fabs:
      return result_is(state, call, e.make(Op::kFAbs, operand(0)));
    case llvm::Intrinsic::sqrt:
      return result_is(state, call, e.make(Op::kFSqrt, operand(0)));
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::fma:
      return result_is(state, call, e.make(Op::kFAdd, e.make(Op::kFMul, operand(0), operand(1)), operand(2)));
    case llvm::Intrinsic::threadlocal_address:
      return result_is(state, call, operand(0));
    case llvm::Intrinsic::is_constant:
      return result_is(state, call, e.constant(0, width));
    case llvm::Intrinsic::objectsize:
      return result_is(state, call, e.constant(symbolic::ones(width), width));
    default:
      break;
  }
  guess(state, fmt::format("not modelled: {}", call.getCalledFunction()->getName().str()));
  return result_is(state, call, shared_.values.unknown("what a built-in function gives", width));
}

bool Executor::before_unknown(llvm::CallBase& call, std::string_view name, State& state) {
  const unsigned width = Values::width_of(*call.getType());
  if (is_used(state, call)) {
    guess(state, fmt::format("what {} returns was taken to be anything", name));
    if (width > 0 && !result_is(state, call, shared_.values.unknown(fmt::format("what {} returns", name), width)))
      return false;
  }
  if (call.onlyReadsMemory() || writes_nothing(name)) return true;
  return change(
      state, [&](Expr each, Memory::Step& step) { return shared_.memory.before_anything(each, name, step); },
      fmt::format("{} was taken to write anything", name));
}

std::vector<llvm::Function*> Executor::targets_of(llvm::CallBase& call) {
  auto* const named = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (named != nullptr) {
    llvm::Function* const body = shared_.bitcode.body_of(*named);
    return body == nullptr ? std::vector<llvm::Function*>{} : std::vector{body};
  }
  const auto caller = shared_.program.find(call.getFunction()->getName().str());
  if (!caller) return {};
  const Function& model = shared_.program[*caller];
  const BlockId block = number_of(*call.getParent());
  std::vector<llvm::Function*> result;
  for (const CallSite& site : model.calls) {
    if (site.block != block || !site.callee.empty()) continue;
    for (const FunctionId target : shared_.graph.callees_of(site, model)) {
      if (result.size() >= options_.targets) break;
      llvm::Function* const body = shared_.bitcode.body_of(shared_.program[target]);
      if (body != nullptr && body->getFunctionType() == call.getFunctionType()) result.push_back(body);
    }
    break;
  }
  return result;
}

namespace {

/// Does a second base's vtable hold a thunk of it, which corrects `this` first? "_ZThn16_N1C5otherEi" leads to "_ZN1C5otherEi", and stands where that
/// is defined (the ABI's 5.1.4).
bool has_thunk(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front("_Z")) return false;
  return std::ranges::any_of(*function.getParent(), [&](const llvm::Function& each) {
    llvm::StringRef other = each.getName();
    return other.consume_front("_ZT") && !other.empty() && llvm::StringRef("hvc").contains(other.front()) &&
           other.ends_with(name);
  });
}

}  // namespace

bool Executor::demand_target(State& state, llvm::CallBase& call, llvm::Function& target) {
  Expressions& e = shared_.expressions;
  // The pointer may be the thunk's: to demand the function would call possible ways impossible.
  if (has_thunk(target)) {
    guess(state, "a virtual call was taken to lead to a function without its thunk");
    return true;
  }
  const llvm::Value& called = *call.getCalledOperand()->stripPointerCastsAndAliases();
  return demand(
      state,
      e.make(Op::kEq, shared_.values.of(called, state.activation().id), e.constant(shared_.places.of(target), 64)),
      Asked::kCall, &call);
}

Executor::Goes Executor::before_call(llvm::CallBase& call, State& state) {
  const auto goes = [](bool possible) { return possible ? Goes::kOn : Goes::kNowhere; };
  if (auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return goes(before_intrinsic(*intrinsic, state));
  ++counters_.calls;
  if (call.isInlineAsm()) return goes(before_unknown(call, "inline assembly", state));
  const auto* const named = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  const std::string name = named == nullptr ? "a call through a pointer" : short_name(named->getName());
  if (call.doesNotReturn()) {
    contradicted_since_ = state.decisions;
    return Goes::kNowhere;
  }
  if (named != nullptr)
    if (const auto done = before_library(call, named->getName(), state)) return *done;
  if (named != nullptr && is_method(*named, shared_.bitcode) &&
      !demand_no_null(state, *call.getArgOperand(named->hasParamAttribute(0, llvm::Attribute::StructRet) ? 1 : 0),
                      call))
    return Goes::kNowhere;
  std::vector<llvm::Function*> targets = targets_of(call);
  if (targets.empty())
    return goes(before_unknown(call,
                               named == nullptr         ? name
                               : named->isDeclaration() ? named->getName().str()
                                                        : name,
                               state));
  if (options_.prune && !is_used(state, call)) {
    const std::vector<Expr> conditions = conditions_of(state);
    if (std::ranges::none_of(targets,
                             [&](llvm::Function* each) { return shared_.pruning.may_change(*each, conditions); })) {
      ++counters_.pruned;
      return Goes::kOn;
    }
  }
  if (options_.forward_summaries && named != nullptr && is_used(state, call))
    if (const auto done = sum_up(call, *targets.front(), state)) return *done;
  if (state.stack.size() > options_.depth) {
    ++counters_.given_up[options_.depth == 0 ? std::string("a call is not looked into")
                                             : fmt::format("more than {} calls inside one another", options_.depth)];
    return goes(before_unknown(call, name, state));
  }
  for (llvm::Function* target : targets) {
    State entered = state;
    if (named == nullptr && !demand_target(entered, call, *target)) continue;
    enter(call, *target, entered);
  }
  return Goes::kElsewhere;
}

std::optional<Executor::Goes> Executor::sum_up(llvm::CallBase& call, llvm::Function& callee, State& state) {
  const unsigned width = Values::width_of(*call.getType());
  const auto arguments = passed(call, callee, state.activation().id);
  if (width == 0 || callee.getReturnType() != call.getType() || arguments.size() != callee.arg_size())
    return std::nullopt;
  std::vector<Expr> values;
  for (const auto& [parameter, value] : arguments) values.push_back(value);
  const auto summary = shared_.summaries.of(callee, values);
  if (!summary) return std::nullopt;
  ++counters_.summed_up;
  if (!result_is(state, call, summary->value)) return Goes::kNowhere;
  for (const ForwardSummary::Demand& each : summary->demands)
    if (!demand(state, each.condition, each.is_dereference ? Asked::kDereference : Asked::kBranch, each.by))
      return Goes::kNowhere;
  return Goes::kOn;
}

void Executor::enter(llvm::CallBase& call, llvm::Function& callee, const State& state) {
  const ActivationId inside = new_activation();
  bind_arguments(call, callee, inside, state.activation().id);
  std::vector<llvm::BasicBlock*> ends;
  for (llvm::BasicBlock& block : callee)
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) ends.push_back(&block);
  farthest_first(ends);
  for (llvm::BasicBlock* block : ends) {
    auto* const back = llvm::cast<llvm::ReturnInst>(block->getTerminator());
    State entered = state;
    bool possible = true;
    if (const llvm::Value* value = back->getReturnValue(); value != nullptr && is_used(state, call)) {
      const ActivationId outside = state.activation().id;
      if (Values::width_of(*call.getType()) > 0 &&
          Values::width_of(*value->getType()) == Values::width_of(*call.getType())) {
        possible = replace(entered, {{shared_.values.of(call, outside), shared_.values.of(*value, inside)}});
      } else if (const auto* const type = llvm::dyn_cast<llvm::StructType>(call.getType())) {
        std::unordered_map<Expr, Expr> parts;
        for (unsigned i = 0; i < type->getNumElements(); ++i)
          if (const unsigned width = Values::width_of(*type->getElementType(i)); width > 0)
            parts.emplace(shared_.values.part(call, outside, {&i, 1}, width),
                          shared_.values.part(*value, inside, {&i, 1}, width));
        possible = replace(entered, parts);
      } else {
        guess(entered, "a returned vector was taken to be anything");
      }
    }
    if (!possible) continue;
    entered.stack.push_back({inside, &callee, &call});
    entered.next = back;
    ++entered.decisions;
    waiting_.push_back(std::move(entered));
  }
}

std::vector<std::pair<const llvm::Argument*, Expr>> Executor::passed(const llvm::CallBase& call,
                                                                     const llvm::Function& callee,
                                                                     ActivationId outside) {
  std::vector<std::pair<const llvm::Argument*, Expr>> result;
  for (const llvm::Argument& parameter : callee.args()) {
    const unsigned width = Values::width_of(*parameter.getType());
    if (width == 0 || parameter.getArgNo() >= call.arg_size()) continue;
    const llvm::Value& argument = *call.getArgOperand(parameter.getArgNo());
    if (Values::width_of(*argument.getType()) == width)
      result.emplace_back(&parameter, shared_.values.of(argument, outside));
  }
  return result;
}

/// Parameters do not change: what is passed stands in their place from the first. So `this` of a called method is known to be the caller's
/// object, and fields of other objects are known to be others.
void Executor::bind_arguments(const llvm::CallBase& call, const llvm::Function& callee, ActivationId inside,
                              ActivationId outside) {
  for (const auto& [parameter, value] : passed(call, callee, outside)) shared_.values.bind(*parameter, inside, value);
}

bool Executor::pass_arguments(State& state, const llvm::CallBase& call, const llvm::Function& callee,
                              ActivationId inside, ActivationId outside) {
  std::unordered_map<Expr, Expr> replacements;
  for (const auto& [parameter, value] : passed(call, callee, outside))
    replacements.emplace(shared_.values.of(*parameter, inside), value);
  return replace(state, replacements);
}

bool Executor::leave_callee(State& state) {
  const Activation callee = state.activation();
  if (!end_locals(state, callee)) return false;
  state.stack.pop_back();
  state.next = callee.call;
  return true;
}

State Executor::inside(State state, llvm::CallBase& call, llvm::Instruction& place) {
  const ActivationId inside = new_activation();
  bind_arguments(call, *place.getFunction(), inside, state.activation().id);
  state.stack.push_back({inside, place.getFunction(), &call});
  state.next = &place;
  return state;
}

}  // namespace reenact::backward
