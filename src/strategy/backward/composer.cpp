#include "strategy/backward/composer.h"

#include <fmt/format.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>

namespace reenact::backward {
namespace {

constexpr std::size_t kStepsPerCall = 300;  // pieces of paths through a candidate: a parser has no end of them
constexpr std::size_t kFewSteps = 16;       // that a call may take without being put behind others
constexpr std::size_t kCostOfCopy = 6;      // as three calls
constexpr std::size_t kCostOfDistance = 2;  // as one call: most change a number by one
constexpr std::size_t kTurnsPerCost = 2;    // of a beginning that is nearer than others
constexpr std::size_t kPathsPerCall = 12;   // of a candidate's paths that bring about what is wanted

bool is_thunk(const llvm::Function& body) { return body.getName().contains("reenact_thunk_"); }

bool is_scalar(TypeKind kind) {
  return kind == TypeKind::kBool || kind == TypeKind::kInteger || kind == TypeKind::kEnum || kind == TypeKind::kFloat;
}

const Source* source_where(const ApiModel& api, const Parameter& parameter, const auto& fits) {
  const auto at =
      std::ranges::find_if(parameter.sources, [&](const Source& each) { return fits(each, api[each.type]); });
  return at == parameter.sources.end() ? nullptr : &*at;
}

}  // namespace

Composer::Composer(Workshop& workshop, const ApiModel& api, const BackwardOptions& options, std::size_t most_calls)
    : workshop_(workshop),
      e_(workshop.expressions()),
      api_(api),
      options_(options),
      most_calls_(most_calls),
      deduced_(workshop) {
  for (const Callable& each : api.callables)
    if (each.usable && !each.parameters.empty() && each.kind != CallableKind::kConstructor &&
        !each.linkage_name.empty())
      methods_.push_back(each.id);
}

llvm::Function* Composer::body_of(const Callable& callable) {
  const auto function = workshop_.program().find(callable.linkage_name);
  return callable.linkage_name.empty() || !function ? nullptr
                                                    : workshop_.bitcode().body_of(workshop_.program()[*function]);
}

/// The bridge's function for a callable: `void reenact_thunk_7(void* out, void* const* in) { ::new (out) Point{}; }`. It has the code of
/// constructors that nobody wrote.
llvm::Function* Composer::thunk_of(const Callable& callable) {
  const std::string name = fmt::format("reenact_thunk_{}", callable.id.value);
  return workshop_.bitcode().body_of(fmt::format("_Z{}{}PvPKS_", name.size(), name));
}

bool Composer::can_hold(const Draft& draft, Expr also) {
  std::vector<Expr> conditions;
  for (const Clause& clause : draft.clauses) conditions.push_back(clause.condition);
  if (also != Expr{}) conditions.push_back(also);
  return !solver::is_unsatisfiable(workshop_.solver().check(conditions));
}

bool Composer::is_about(const Draft& draft, Expr symbol) {
  if (!e_.is(symbol, Op::kSymbol)) return true;
  return std::ranges::any_of(draft.clauses, [&](const Clause& clause) {
    return std::ranges::binary_search(symbolic::symbols_of(e_, clause.condition), e_.symbol_of(symbol));
  });
}

bool Composer::replace(Draft& draft, Expr symbol, Expr value) {
  for (Clause& clause : draft.clauses) {
    clause.condition = workshop_.memory().substitute(clause.condition, {{symbol, value}});
    if (e_.value(clause.condition) == symbolic::Bits{0}) return false;
  }
  return true;
}

void Composer::add(Draft draft) {
  ++counters_.drafts;
  Beginning& beginning = beginnings_[draft.beginning];
  if (options_.nearest_drafts) draft.distance = distance_to_new(draft);
  const std::size_t cost = draft.cost() + kCostOfDistance * draft.distance;
  beginning.tasks.push({cost, number_++, std::make_shared<const Draft>(std::move(draft)), std::nullopt, false});
}

/// Calls with few paths and few objects to make come first (section 4.5.3), and last what takes an object of the very type that it makes
/// or changes: copies only hand the question on.
void Composer::add(const std::shared_ptr<const Draft>& draft, CallableId candidate, bool makes) {
  const Wanted& wanted = draft->wanted.back();
  std::size_t cost = draft->cost() + kCostOfDistance * draft->distance + 1;
  for (std::size_t i = makes ? 0 : 1; i < api_[candidate].parameters.size(); ++i) {
    const Parameter& each = api_[candidate].parameters[i];
    if (each.type == wanted.parameter->type) cost += kCostOfCopy;
    if (!each.sources.empty() && api_[each.sources.front().type].kind == TypeKind::kObject) ++cost;
  }
  if (const Effort& effort = efforts_[candidate]; effort.tries > 0)
    cost += static_cast<std::size_t>(std::bit_width(effort.steps / effort.tries / kFewSteps));
  beginnings_[draft->beginning].tasks.push({cost, number_++, draft, candidate, makes});
}

void Composer::add(const Found& found, CallableId callable) {
  Draft draft{.clauses = found.state.clauses,
              .calls = {},
              .wanted = {},
              .is_guess = found.state.is_guess,
              .beginning = beginnings_.size()};
  PlannedCall call{.callable = callable, .arguments = {}, .makes = {}};
  const Activation& last = found.state.stack.front();
  const bool has_result_place = last.function->hasParamAttribute(0, llvm::Attribute::StructRet);
  const bool is_constructor = api_[callable].kind == CallableKind::kConstructor;
  if (is_constructor) {
    // What it makes is new: nothing was there before.
    const std::uint64_t place = workshop_.places().allocate();
    if (!replace(draft, workshop_.values().of(*last.function->getArg(0), last.id), e_.constant(place, 64))) return;
    for (Clause& clause : draft.clauses)
      clause.condition = workshop_.memory().before_thing(clause.condition, place, {}, std::nullopt).condition;
  }
  if (plan(draft, call, *last.function, last.id, 0, has_result_place || is_constructor ? 1 : 0)) {
    draft.calls.push_back(std::move(call));
    beginnings_.emplace_back();
    add(std::move(draft));
  }
}

bool Composer::is_done() const {
  return std::ranges::all_of(beginnings_, [](const Beginning& each) { return each.tasks.empty(); });
}

Composer::Beginning& Composer::next_beginning() {
  // One whose state is far away waits longer.
  return *std::ranges::min_element(beginnings_, {}, [](const Beginning& each) {
    return std::pair(each.tasks.empty(), each.tried + (each.tasks.empty() ? 0 : each.tasks.top().cost * kTurnsPerCost));
  });
}

bool Composer::plan(Draft& draft, PlannedCall& call, const llvm::Function& body, ActivationId activation,
                    std::size_t first_parameter, unsigned first_argument) {
  const Callable& callable = api_[call.callable];
  if (body.arg_size() - first_argument != callable.parameters.size() - first_parameter) {
    ++counters_.given_up["a call passes a struct in registers"];
    return false;
  }
  for (std::size_t i = first_parameter; i < callable.parameters.size(); ++i) {
    const Parameter& parameter = callable.parameters[i];
    const llvm::Argument& argument = *body.getArg(first_argument + static_cast<unsigned>(i - first_parameter));
    if (Values::width_of(*argument.getType()) == 0) return false;
    const Expr value = workshop_.values().of(argument, activation);
    const Source* const scalar = source_where(api_, parameter, [&](const Source& s, const Type& t) {
      return s.mode == PassMode::kAddress && is_scalar(t.kind);
    });
    if (parameter.length_of && *parameter.length_of < i &&
        call.arguments[*parameter.length_of].kind == Plan::Kind::kText)
      call.arguments.push_back(
          {.kind = Plan::Kind::kLength, .value = value, .type = {}, .object = *parameter.length_of});
    else if (scalar != nullptr && !argument.getType()->isPointerTy())
      call.arguments.push_back({.kind = Plan::Kind::kScalar, .value = value, .type = scalar->type});
    else if (!argument.getType()->isPointerTy() || !plan_pointer(draft, call, parameter, value))
      return false;
  }
  return true;
}

bool Composer::plan_pointer(Draft& draft, PlannedCall& call, const Parameter& parameter, Expr address) {
  const Expr is_null = e_.make(Op::kEq, address, e_.constant(0, 64));
  const bool can_be_null = parameter.nullable && can_hold(draft, is_null);
  if (can_be_null && (!is_about(draft, address) || !can_hold(draft, e_.negation(is_null)))) {
    call.arguments.push_back({.kind = Plan::Kind::kNull});
    return replace(draft, address, e_.constant(0, 64));
  }
  if (!can_hold(draft, e_.negation(is_null))) return false;
  const Source* const text =
      source_where(api_, parameter, [&](const Source&, const Type& t) { return t.kind == TypeKind::kText; });
  if (text != nullptr) {
    const bool is_string = text->mode == PassMode::kAddress;
    const Expr place = e_.constant(workshop_.places().allocate(Thing::Kind::kText), 64);
    call.arguments.push_back(
        {.kind = is_string ? Plan::Kind::kString : Plan::Kind::kText, .value = place, .type = text->type});
    return replace(draft, address, place);
  }
  draft.wanted.push_back({draft.objects, address, &parameter});
  draft.clauses.push_back({e_.negation(is_null), Asked::kWanted, nullptr, 0});
  call.arguments.push_back({.kind = Plan::Kind::kObject, .value = address, .type = {}, .object = draft.objects++});
  return true;
}

std::optional<TestCase> Composer::next(std::uint64_t enough, const std::function<bool()>& stop) {
  while (!is_done() && counters_.candidates < enough && !stop()) {
    Beginning& beginning = next_beginning();
    const Task task = beginning.tasks.top();
    beginning.tasks.pop();
    if (task.candidate) {
      ++beginning.tried;
      put_in_front(*task.draft, task.draft->wanted.back(), api_[*task.candidate], task.makes, stop);
    } else if (!task.draft->wanted.empty()) {
      expand(task.draft);
    } else if (auto test = finished(*task.draft)) {
      ++counters_.tests;
      return test;
    }
  }
  return std::nullopt;
}

void Composer::expand(const std::shared_ptr<const Draft>& draft) {
  const Wanted& wanted = draft->wanted.back();
  if (draft->calls.size() >= most_calls_) {
    ++counters_.given_up[fmt::format("more than {} calls", most_calls_)];
    return;
  }
  if (options_.prune_drafts && !deduced_.add(*draft)) {
    ++counters_.implied;
    return;
  }
  for (const Source& source : wanted.parameter->sources) {
    const TypeKind kind = api_[source.type].kind;
    if (kind != TypeKind::kObject && kind != TypeKind::kPointer) continue;
    std::size_t tried = 0;
    for (const CallableId producer : api_.producers[source.type.index()]) {
      add(draft, producer, true);
      // Whatever makes one will do, if nothing is asked of it.
      if (!is_about(*draft, wanted.address) && ++tried >= 2) break;
    }
  }
  // What writes a field that is spoken of: methods and functions that take the object first.
  for (const CallableId id : methods_) {
    const Parameter& object = api_[id].parameters.front();
    const bool same = std::ranges::any_of(object.sources, [&](const Source& each) {
      return std::ranges::any_of(wanted.parameter->sources,
                                 [&](const Source& other) { return each.type == other.type; });
    });
    if (same && object.type == wanted.parameter->type && api_[id].mutates_object) add(draft, id, false);
  }
}

void Composer::put_in_front(const Draft& draft, const Wanted& wanted, const Callable& callable, bool makes,
                            const std::function<bool()>& stop) {
  if (!callable.usable || stop()) return;
  ++counters_.candidates;
  if (llvm::Function* const body = body_of(callable)) return go_back(draft, wanted, callable, *body, makes, stop);
  if (!makes || !callable.parameters.empty()) return;
  if (llvm::Function* const thunk = thunk_of(callable)) return go_back(draft, wanted, callable, *thunk, makes, stop);
  // Without code only what is all zeros: `Point p = {};`.
  if (callable.kind != CallableKind::kVariable) return;
  Draft longer = draft;
  longer.wanted.pop_back();
  const std::uint64_t place = workshop_.places().allocate();
  if (!replace(longer, wanted.address, e_.constant(place, 64))) return;
  for (Clause& clause : longer.clauses)
    clause.condition = workshop_.memory().before_thing(clause.condition, place, {}, 0).condition;
  if (!can_hold(longer, {})) return;
  longer.is_guess = true;
  longer.calls.push_back({callable.id, {}, wanted.object});
  add(std::move(longer));
}

/// Behind `back`, what it returns in registers lies in an object at `place`, which is new.
bool Composer::put_in_memory(Draft& behind, const llvm::ReturnInst& back, ActivationId activation,
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
  for (Clause& clause : behind.clauses) {
    for (const auto& [offset, part] : parts)
      clause.condition =
          workshop_.memory().before_store(clause.condition, e_.constant(place + offset, 64), part, nullptr).condition;
    clause.condition = workshop_.memory().before_thing(clause.condition, place, {}, std::nullopt).condition;
    if (e_.value(clause.condition) == symbolic::Bits{0}) return false;
  }
  return !parts.empty();
}

bool Composer::begin(State& state, const Wanted& wanted, const Callable& callable, llvm::ReturnInst& back, bool makes,
                     Executor& executor) {
  llvm::Function& body = *back.getFunction();
  const ActivationId activation = state.activation().id;
  Values& values = workshop_.values();
  Draft behind{.clauses = std::move(state.clauses), .calls = {}, .wanted = {}};
  const bool has_result_place = body.hasParamAttribute(0, llvm::Attribute::StructRet);
  if (!makes) {
    if (body.arg_size() <= (has_result_place ? 1U : 0U)) return false;
    values.bind(*body.getArg(has_result_place ? 1 : 0), activation, wanted.address);
  } else if (is_thunk(body) && api_[*callable.result].kind == TypeKind::kPointer) {
    const Expr place = e_.constant(workshop_.places().allocate(), 64);
    values.bind(*body.getArg(0), activation, place);
    if (!replace(behind, wanted.address, workshop_.memory().read(place, 64))) return false;
  } else if (callable.kind == CallableKind::kConstructor || has_result_place || is_thunk(body)) {
    if (body.arg_size() == 0) return false;
    const Expr place = e_.constant(workshop_.places().allocate(), 64);
    values.bind(*body.getArg(0), activation, place);
    if (!replace(behind, wanted.address, place)) return false;
  } else if (api_[*callable.result].kind == TypeKind::kObject) {
    const std::uint64_t place = workshop_.places().allocate();
    if (!replace(behind, wanted.address, e_.constant(place, 64)) || !put_in_memory(behind, back, activation, place))
      return false;
  } else {
    if (back.getReturnValue() == nullptr || !back.getReturnValue()->getType()->isPointerTy()) return false;
    if (!replace(behind, wanted.address, values.of(*back.getReturnValue(), activation))) return false;
  }
  for (const Clause& clause : behind.clauses)
    if (!executor.require(state, clause.condition, Asked::kWanted, clause.by)) return false;
  return true;
}

/// The drafts with a call in front that makes or changes `wanted`. Returns how many pieces of paths they took.
std::size_t Composer::each_precondition(const Draft& draft, const Wanted& wanted, const Callable& callable,
                                        llvm::Function& body, bool makes, const std::function<bool()>& stop,
                                        const std::function<void(Draft)>& use) {
  Executor executor(workshop_.shared(), options_, {Level{&body, {}}});
  for (llvm::BasicBlock& block : body) {
    auto* const back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (back == nullptr) continue;
    State state = executor.at(*back);
    state.clauses = draft.clauses;
    for (Clause& clause : state.clauses) clause.changed = 0;
    if (begin(state, wanted, callable, *back, makes, executor)) executor.start(std::move(state));
  }
  std::size_t steps = 0;
  const auto is_enough = [&] { return ++steps > kStepsPerCall || stop(); };
  for (std::size_t paths = 0; paths < kPathsPerCall; ++paths) {
    const auto found = executor.next(is_enough);
    if (steps > kStepsPerCall) ++counters_.given_up["a candidate has too many paths"];
    if (!found) break;
    if (auto before = longer(draft, wanted, callable, body, makes, *found)) use(std::move(*before));
  }
  return steps;
}

/// `draft` with the call in front of which `found` is what must hold; none: its arguments cannot be made.
std::optional<Draft> Composer::longer(const Draft& draft, const Wanted& wanted, const Callable& callable,
                                      llvm::Function& body, bool makes, const Found& found) {
  Draft result = draft;
  result.clauses = found.state.clauses;
  result.is_guess = result.is_guess || found.state.is_guess;
  const Activation& activation = found.state.stack.front();
  PlannedCall call{.callable = callable.id, .arguments = {}, .makes = {}};
  const bool has_place = body.hasParamAttribute(0, llvm::Attribute::StructRet) || is_thunk(body) ||
                         (makes && callable.kind == CallableKind::kConstructor);
  if (makes) {
    result.wanted.pop_back();
    call.makes = wanted.object;
    if (has_place) {
      const auto place = static_cast<std::uint64_t>(*e_.value(workshop_.values().of(*body.getArg(0), activation.id)));
      for (Clause& clause : result.clauses)
        clause.condition = workshop_.memory().before_thing(clause.condition, place, {}, std::nullopt).condition;
    }
  } else {
    call.arguments.push_back(
        {.kind = Plan::Kind::kObject, .value = wanted.address, .type = {}, .object = wanted.object});
  }
  const unsigned first = (has_place ? 1U : 0U) + (makes ? 0U : 1U);
  if (!is_thunk(body) && !plan(result, call, body, activation.id, makes ? 0 : 1, first)) return std::nullopt;
  result.calls.push_back(std::move(call));
  return result;
}

void Composer::go_back(const Draft& draft, const Wanted& wanted, const Callable& callable, llvm::Function& body,
                       bool makes, const std::function<bool()>& stop) {
  if (!makes) {
    std::vector<Expr> conditions;
    for (const Clause& clause : draft.clauses) conditions.push_back(clause.condition);
    if (!workshop_.shared().pruning.may_change(body, conditions)) return;
  }
  const std::size_t steps =
      each_precondition(draft, wanted, callable, body, makes, stop, [&](Draft before) { add(std::move(before)); });
  Effort& effort = efforts_[callable.id];
  ++effort.tries;
  effort.steps += steps;
}

}  // namespace reenact::backward
