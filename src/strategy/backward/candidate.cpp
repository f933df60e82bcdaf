#include "strategy/backward/candidate.h"

#include <fmt/format.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace reenact::backward {
namespace {

/// The number of the element of `in` that a thunk's load reads; none: it is no such load.
std::optional<std::size_t> element_read(const llvm::Instruction& instruction, const llvm::Value& in) {
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load == nullptr || !load->getType()->isPointerTy()) return std::nullopt;
  const llvm::DataLayout& layout = load->getModule()->getDataLayout();
  llvm::APInt offset(64, 0);
  const llvm::Value* const base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  return base == &in ? std::optional<std::size_t>(offset.getZExtValue() / 8) : std::nullopt;
}

bool has_result_place(const llvm::Function& body) { return body.hasParamAttribute(0, llvm::Attribute::StructRet); }

/// Bytes of what the function makes at its argument; 0: not known. A thunk hands it on to what makes it.
std::uint64_t bytes_made(const llvm::Argument& made) {
  if (llvm::Type* const result = made.getParamStructRetType())
    return made.getParent()->getParent()->getDataLayout().getTypeAllocSize(result).getFixedValue();
  if (const std::uint64_t bytes = made.getDereferenceableBytes(); bytes > 0) return bytes;
  for (const llvm::User* const user : made.users())
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
        call != nullptr && call->arg_size() > 0 && call->getArgOperand(0) == &made)
      if (const std::uint64_t bytes = call->getParamDereferenceableBytes(0); bytes > 0) return bytes;
  return 0;
}

/// The argument for the callable's first parameter: in front of it are the place of the result and of what is made.
unsigned first_argument(const Callable& callable, const llvm::Function& body) {
  return (has_result_place(body) ? 1U : 0U) + (callable.kind == CallableKind::kConstructor ? 1U : 0U);
}

}  // namespace

/// Is each parameter one argument? Structs may be passed in registers, and default arguments are none of the callable's.
bool CallsInFront::passes_plainly(const Callable& callable, llvm::Function& body) const {
  const unsigned first = first_argument(callable, body);
  if (body.arg_size() != callable.parameters.size() + first) return false;
  for (unsigned i = 0; i < callable.parameters.size(); ++i) {
    const llvm::Type& passed = *body.getArg(first + i)->getType();
    if (Values::width_of(passed) == 0) return false;
    if (api_[callable.parameters[i].type].kind == TypeKind::kObject && !passed.isPointerTy()) return false;
  }
  return true;
}

llvm::Function* CallsInFront::body_of(const Callable& callable) {
  const auto function = callable.linkage_name.empty() ? std::nullopt : workshop_.program().find(callable.linkage_name);
  llvm::Function* const body = function ? workshop_.bitcode().body_of(workshop_.program()[*function]) : nullptr;
  const bool is_made_on_heap = callable.kind == CallableKind::kConstructor && callable.result &&
                               api_[*callable.result].kind == TypeKind::kPointer;
  if (body != nullptr && !is_made_on_heap && !passes_range(callable) && passes_plainly(callable, *body)) return body;
  if (callable.kind == CallableKind::kCallback || callable.kind == CallableKind::kFile) return nullptr;
  return thunk_of(callable, workshop_.bitcode());
}

/// What the parameters are passed. Of a thunk: a symbol each, for what its table of arguments has.
std::vector<Given> CallsInFront::given(const Callable& callable, llvm::Function& body, ActivationId activation,
                                       const std::optional<Known>& known) {
  std::vector<Given> result;
  for (std::size_t i = 0; i < callable.parameters.size(); ++i) {
    if (known && known->position == i) {
      result.push_back({known->value, true});
      continue;
    }
    if (is_thunk(body)) {
      result.push_back({e_.symbol(fmt::format("given{}.{}", activation, i), 64), true});
      continue;
    }
    const llvm::Argument& argument = *body.getArg(first_argument(callable, body) + static_cast<unsigned>(i));
    result.push_back({workshop_.values().of(argument, activation), argument.getType()->isPointerTy()});
  }
  return result;
}

/// Places for what is made and for a thunk's table of arguments; `known`: what is passed for a parameter.
void CallsInFront::bind(const Callable& callable, llvm::Function& body, ActivationId activation,
                        const std::optional<Known>& known) {
  Values& values = workshop_.values();
  const auto new_place = [&] { return e_.constant(workshop_.places().allocate(), 64); };
  if (!is_thunk(body)) {
    for (unsigned i = 0; i < first_argument(callable, body); ++i) values.bind(*body.getArg(i), activation, new_place());
    if (known)
      values.bind(*body.getArg(first_argument(callable, body) + static_cast<unsigned>(known->position)), activation,
                  known->value);
    return;
  }
  values.bind(*body.getArg(0), activation, new_place());
  values.bind(*body.getArg(1), activation, new_place());
  const std::vector<Given> all = given(callable, body, activation, known);
  for (const llvm::Instruction& each : llvm::instructions(body))
    if (const auto number = element_read(each, *body.getArg(1)); number && *number < all.size())
      values.bind(each, activation, all[*number].value);
}

/// The table of a thunk's arguments holds what is given, and was not there before.
bool CallsInFront::unpack(Draft& draft, llvm::Function& body, ActivationId activation, std::span<const Given> given) {
  if (!is_thunk(body)) return true;
  const Expr table = workshop_.values().of(*body.getArg(1), activation);
  for (std::size_t i = 0; i < given.size(); ++i)
    if (!clauses_.store(draft, e_.make(Op::kAdd, table, e_.constant(i * 8, 64)), given[i].value)) return false;
  return clauses_.come_to_be(draft, static_cast<std::uint64_t>(*e_.value(table)));
}

bool CallsInFront::add_last(Draft draft, const Callable& callable, llvm::Function& body, ActivationId activation,
                            std::vector<Draft>& to) {
  const std::vector<Given> passed = given(callable, body, activation, std::nullopt);
  if (!unpack(draft, body, activation, passed)) return false;
  // What is made or returned is new: nothing was there before.
  for (unsigned i = 0; i < (is_thunk(body) ? 1 : first_argument(callable, body)); ++i) {
    const std::uint64_t place = workshop_.places().allocate();
    const Expr known = workshop_.values().of(*body.getArg(i), activation);
    if (!clauses_.replace(draft, known, e_.constant(place, 64)) ||
        !clauses_.come_to_be(draft, place, std::nullopt, bytes_made(*body.getArg(i))))
      return false;
  }
  PlannedCall call{.callable = callable.id, .arguments = {}, .makes = {}};
  if (!planner_.plan(draft, call, passed)) return false;
  draft.calls.push_back(std::move(call));
  to.push_back(std::move(draft));
  return true;
}

std::vector<Draft> CallsInFront::last_calls(const Found& found, CallableId id, std::size_t most_steps) {
  const Callable& callable = api_[id];
  const Activation& last = found.state.stack.front();
  const auto draft_of = [](const State& state) {
    return Draft{.clauses = state.clauses, .calls = {}, .wanted = {}, .is_guess = state.is_guess};
  };
  std::vector<Draft> result;
  if (passes_plainly(callable, *last.function)) {
    (void)add_last(draft_of(found.state), callable, *last.function, last.id, result);
    return result;
  }
  llvm::Function* const thunk = thunk_of(callable, workshop_.bitcode());
  if (thunk == nullptr) return result;
  Executor executor(workshop_.shared(), options_, {Level{thunk, {}}});
  for (llvm::Instruction& each : llvm::instructions(*thunk)) {
    auto* const call = llvm::dyn_cast<llvm::CallBase>(&each);
    auto* const called = call == nullptr ? nullptr : call->getCalledFunction();
    if (called == nullptr || workshop_.bitcode().body_of(*called) != last.function) continue;
    State inner = found.state;
    inner.level = 0;
    if (auto state = executor.outside(std::move(inner), *call)) {
      bind(callable, *thunk, state->activation().id, std::nullopt);
      executor.start(std::move(*state));
    }
  }
  std::size_t steps = 0;
  while (const auto outer = executor.next([&] { return ++steps > most_steps; })) {
    Draft draft = draft_of(outer->state);
    (void)add_last(std::move(draft), callable, *thunk, outer->state.stack.front().id, result);
  }
  return result;
}

/// Behind `back`, what it returns in registers lies in an object at `place`, which is new.
bool CallsInFront::put_in_memory(Draft& behind, const llvm::ReturnInst& back, ActivationId activation,
                                 std::uint64_t place) {
  const llvm::Value* const value = back.getReturnValue();
  if (value == nullptr) return false;
  std::vector<std::pair<std::uint64_t, Expr>> parts;  // by offset
  if (const unsigned width = Values::width_of(*value->getType()); width > 0) {
    parts.emplace_back(0, workshop_.values().of(*value, activation));
  } else if (auto* const type = llvm::dyn_cast<llvm::StructType>(value->getType())) {
    const llvm::StructLayout& layout = *back.getModule()->getDataLayout().getStructLayout(type);
    for (unsigned i = 0; i < type->getNumElements(); ++i)
      if (const unsigned bits = Values::width_of(*type->getElementType(i)); bits > 0)
        parts.emplace_back(layout.getElementOffset(i), workshop_.values().part(*value, activation, {&i, 1}, bits));
  }
  for (const auto& [offset, part] : parts)
    if (!clauses_.store(behind, e_.constant(place + offset, 64), part)) return false;
  return !parts.empty() && clauses_.come_to_be(behind, place);
}

/// `wanted` is what the call makes.
bool CallsInFront::makes(Draft& behind, const Callable& callable, const llvm::ReturnInst& back, ActivationId activation,
                         Expr wanted) {
  const llvm::Function& body = *back.getFunction();
  Values& values = workshop_.values();
  const TypeKind kind = api_[*callable.result].kind;
  if (is_thunk(body) && kind == TypeKind::kPointer)
    return clauses_.replace(behind, wanted, workshop_.memory().read(values.of(*body.getArg(0), activation), 64));
  if (callable.kind == CallableKind::kConstructor || has_result_place(body) || is_thunk(body))
    return clauses_.replace(behind, wanted, values.of(*body.getArg(0), activation));
  if (kind == TypeKind::kObject) {
    const std::uint64_t place = workshop_.places().allocate();
    return clauses_.replace(behind, wanted, e_.constant(place, 64)) && put_in_memory(behind, back, activation, place);
  }
  return back.getReturnValue() != nullptr && back.getReturnValue()->getType()->isPointerTy() &&
         clauses_.replace(behind, wanted, values.of(*back.getReturnValue(), activation));
}

/// What it leaves on every way is known before any of them is gone back on: formulas get simple, and makers of other classes are none.
bool CallsInFront::leaves_constants(Draft& behind, const Callable& callable, const llvm::ReturnInst& back,
                                    ActivationId activation) {
  if (!options_.constants_left) return true;
  llvm::Function& body = *const_cast<llvm::Function*>(back.getFunction());
  const bool is_first = callable.kind == CallableKind::kConstructor || has_result_place(body);
  if (is_thunk(body) || (!is_first && api_[*callable.result].kind != TypeKind::kPointer)) return true;
  const Expr object = workshop_.values().of(is_first ? *body.getArg(0) : *back.getReturnValue(), activation);
  return std::ranges::all_of(constants_left_.of(body, is_first), [&](const ConstantsLeft::Stored& each) {
    return Values::width_of(*each.value->getType()) == 0 ||
           clauses_.store(behind, e_.make(Op::kAdd, object, e_.constant(each.offset, 64)),
                          workshop_.values().of(*each.value, activation));
  });
}

/// What the wanted object is in a call that does not return it.
std::optional<CallsInFront::Known> CallsInFront::known_of(const Candidate& candidate, const Draft& draft,
                                                          ActivationId activation) {
  if (candidate.role == Candidate::Role::kMakes || candidate.role == Candidate::Role::kSets) return std::nullopt;
  const bool fills = candidate.role == Candidate::Role::kFills;
  return Known{candidate.position, fills ? variables_.at(activation) : draft.wanted.back().address};
}

bool CallsInFront::start(State& state, const Candidate& candidate, const Draft& draft, llvm::ReturnInst& back,
                         Executor& executor) {
  llvm::Function& body = *back.getFunction();
  const Callable& callable = api_[candidate.callable];
  const ActivationId activation = state.activation().id;
  const Expr wanted = candidate.role == Candidate::Role::kSets ? Expr{} : draft.wanted.back().address;
  Draft behind{.clauses = draft.clauses, .calls = {}, .wanted = {}};
  if (candidate.role == Candidate::Role::kFills) {
    const Expr variable = e_.constant(workshop_.places().allocate(), 64);
    variables_[activation] = variable;
    if (!clauses_.replace(behind, wanted, workshop_.memory().read(variable, 64))) return false;
  }
  bind(callable, body, activation, known_of(candidate, draft, activation));
  if (candidate.role == Candidate::Role::kMakes &&
      (!makes(behind, callable, back, activation, wanted) || !leaves_constants(behind, callable, back, activation)))
    return false;
  for (const Clause& clause : behind.clauses)
    if (!executor.require(state, clause.condition, Asked::kWanted, clause.by)) return false;
  return true;
}

bool CallsInFront::may_change(const Callable& callable, const Draft& draft) {
  llvm::Function* const body = body_of(callable);
  if (body == nullptr) return false;
  std::vector<Expr> conditions;
  for (const Clause& clause : draft.clauses) conditions.push_back(clause.condition);
  return workshop_.shared().pruning.may_change(*body, conditions);
}

bool CallsInFront::begin(Candidate& candidate, const Draft& draft) {
  const Callable& callable = api_[candidate.callable];
  llvm::Function* const body = body_of(callable);
  if (body == nullptr) return false;
  const bool changes = candidate.role == Candidate::Role::kChanges || candidate.role == Candidate::Role::kSets;
  if (changes && !may_change(callable, draft)) return false;
  candidate.progress = std::make_unique<Candidate::Progress>(
      Candidate::Progress{.executor = Executor(workshop_.shared(), options_, {Level{body, {}}}), .body = body});
  Executor& executor = candidate.progress->executor;
  for (llvm::BasicBlock& block : *body) {
    auto* const back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (back == nullptr) continue;
    State state = executor.at(*back);
    if (start(state, candidate, draft, *back, executor)) executor.start(std::move(state));
  }
  return true;
}

std::optional<Draft> CallsInFront::next(Candidate& candidate, const Draft& draft, std::size_t steps,
                                        const std::function<bool()>& stop) {
  Candidate::Progress& progress = *candidate.progress;
  const std::size_t most = progress.steps + steps;
  while (const auto found = progress.executor.next([&] { return progress.steps++ >= most || stop(); })) {
    ++progress.paths;
    if (auto result = longer(candidate, draft, *found)) return result;
  }
  return std::nullopt;
}

/// `draft` with the call in front of which `found` is what must hold; none: its arguments cannot be made.
std::optional<Draft> CallsInFront::longer(const Candidate& candidate, const Draft& draft, const Found& found) {
  Draft result = draft;
  result.clauses = found.state.clauses;
  result.is_guess = result.is_guess || found.state.is_guess;
  const Callable& callable = api_[candidate.callable];
  llvm::Function& body = *candidate.progress->body;
  const ActivationId activation = found.state.stack.front().id;
  PlannedCall call{.callable = callable.id, .arguments = {}, .makes = {}};
  std::optional<std::pair<std::size_t, Plan>> planned;
  const bool is_about_object = candidate.role != Candidate::Role::kSets;
  const std::size_t object = is_about_object ? draft.wanted.back().object : 0;
  if (candidate.role == Candidate::Role::kMakes)
    call.makes = object;
  else if (is_about_object)
    planned.emplace(candidate.position, Plan{.kind = Plan::Kind::kObject, .type = {}, .object = object});
  if (is_about_object && candidate.role != Candidate::Role::kChanges) result.wanted.pop_back();
  const std::vector<Given> passed = given(callable, body, activation, known_of(candidate, draft, activation));
  if (!unpack(result, body, activation, passed)) return std::nullopt;
  for (unsigned i = 0; i < (is_thunk(body) ? 1 : first_argument(callable, body)); ++i) {
    const Expr place = workshop_.values().of(*body.getArg(i), activation);
    if (!clauses_.come_to_be(result, static_cast<std::uint64_t>(*e_.value(place)), std::nullopt,
                             bytes_made(*body.getArg(i))))
      return std::nullopt;
  }
  if (!planner_.plan(result, call, passed, planned)) return std::nullopt;
  result.calls.push_back(std::move(call));
  if (candidate.role != Candidate::Role::kFills) return result;
  // The variable comes first, and is null.
  const auto place = static_cast<std::uint64_t>(*e_.value(variables_.at(activation)));
  if (!clauses_.come_to_be(result, place, 0)) return std::nullopt;
  for (const Source& source : callable.parameters[candidate.position].sources)
    for (const CallableId id : api_.producers[source.type.index()])
      if (source.mode == PassMode::kAddress && api_[id].kind == CallableKind::kVariable) {
        result.calls.push_back({id, {}, object});
        return result;
      }
  return std::nullopt;
}

}  // namespace reenact::backward
