#include "strategy/backward/composer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace reenact::backward {
namespace {

constexpr std::size_t kFirstSteps =
    10;  // pieces of paths through a candidate before others have their turn; then twice as many
constexpr std::size_t kFirstStepsOfMaker = 60;  // without one nothing is made, whatever is called in front
constexpr std::size_t kStepsPerCall = 600;      // in all: a parser has no end of them
constexpr std::size_t kFewSteps = 16;           // that a call may take without being put behind others
constexpr std::size_t kCostOfCopy = 6;          // as three calls
constexpr std::size_t kCostOfOther = 2;         // of the same type, that an object is changed with
constexpr std::size_t kCostOfDistance = 2;      // as one call: most change a number by one
constexpr std::size_t kTurnsPerCost = 2;        // of a beginning that is nearer than others
constexpr std::size_t kMostTried = 2;           // calls in one draft that nobody went back through
constexpr std::size_t kTries = 400;             // drafts with such calls, for one without
constexpr std::size_t kPathsPerCall = 12;       // of a candidate's paths that bring about what is wanted

bool have_a_source(const Parameter& a, const Parameter& b) {
  return std::ranges::any_of(a.sources, [&](const Source& each) {
    return each.mode != PassMode::kLength &&
           std::ranges::any_of(b.sources, [&](const Source& other) { return each.type == other.type; });
  });
}

/// A const method of the object that parameter `position` is.
bool leaves_alone(const Callable& callable, std::size_t position) {
  return position == 0 && callable.kind == CallableKind::kMethod && !callable.mutates_object;
}

/// Does a draft with one more call still ask for all that it asked for without? Then whatever makes it does without the call.
bool asks_no_less(const Draft& longer, const Draft& draft) {
  std::unordered_set<Expr> asked;
  for (const Clause& clause : longer.clauses) asked.insert(clause.condition);
  return std::ranges::all_of(draft.clauses, [&](const Clause& clause) { return asked.contains(clause.condition); });
}

}  // namespace

Composer::Composer(Workshop& workshop, const ApiModel& api, const BackwardOptions& options, std::size_t most_calls)
    : workshop_(workshop),
      e_(workshop.expressions()),
      api_(api),
      options_(options),
      most_calls_(most_calls),
      deduced_(workshop),
      clauses_(workshop),
      calls_in_front_(workshop, api, options),
      finisher_(workshop, api) {
  const auto is_object = [&](const Source& each) {
    const TypeKind kind = api[each.type].kind;
    return kind == TypeKind::kObject || kind == TypeKind::kPointer;
  };
  for (const Callable& each : api.callables)
    if (each.usable && each.kind != CallableKind::kCallback && each.kind != CallableKind::kStub &&
        each.kind != CallableKind::kFieldRead && !is_loop(each))
      for (std::size_t i = 0; i < each.parameters.size(); ++i)
        if (std::ranges::any_of(each.parameters[i].sources, is_object)) changes_.emplace_back(each.id, i);
}

/// The object that is made next is the one that tells most of where others are read: behind `modbus_new_tcp()` the header has seven bytes,
/// and what is asked of the request is no longer one question with what is asked of the context.
void Composer::decisive_last(Draft& draft) {
  if (!options_.decisive_objects || draft.wanted.size() < 2) return;
  std::size_t most = 0;
  auto decisive = draft.wanted.end();
  for (auto each = draft.wanted.begin(); each != draft.wanted.end(); ++each)
    if (const std::size_t hang = clauses_.addresses_that_hang_on(draft, each->address); hang > most) {
      most = hang;
      decisive = each;
    }
  if (decisive != draft.wanted.end()) std::rotate(decisive, decisive + 1, draft.wanted.end());
}

void Composer::add(Draft draft) {
  ++counters_.drafts;
  decisive_last(draft);
  // One that wants nothing more takes a test, which is soon done.
  const std::size_t cost = draft.wanted.empty() ? 0 : draft.cost();
  Beginning& beginning = beginnings_[draft.beginning];
  beginning.tasks.push({cost, number_++, std::make_shared<const Draft>(std::move(draft)), nullptr});
}

/// Telling how far it is from what is new takes longer than a test, so tests come first.
void Composer::expand_later(const Draft& draft) {
  Draft farther = draft;
  if (options_.nearest_drafts) farther.distance = distance_to_new(draft);
  const std::size_t cost = farther.cost() + kCostOfDistance * farther.distance;
  Beginning& beginning = beginnings_[draft.beginning];
  beginning.tasks.push({cost, number_++, std::make_shared<const Draft>(std::move(farther)), nullptr, true});
}

/// Calls with few paths and few objects to make come first (section 4.5.3), and last what takes another object of the very type that it
/// makes or changes: copies only hand the question on.
void Composer::add(const std::shared_ptr<const Draft>& draft, CallableId callable, Candidate::Role role,
                   std::size_t position) {
  const bool is_about_object = role != Candidate::Role::kSets;
  std::size_t cost = draft->cost() + kCostOfDistance * draft->distance + 1;
  for (std::size_t i = 0; i < api_[callable].parameters.size(); ++i) {
    const Parameter& each = api_[callable].parameters[i];
    if (role != Candidate::Role::kMakes && is_about_object && i == position) continue;
    if (is_about_object && each.type == draft->wanted.back().parameter->type)
      cost += role == Candidate::Role::kMakes ? kCostOfCopy : kCostOfOther;
    if (!each.sources.empty() && api_[each.sources.front().type].kind == TypeKind::kObject) ++cost;
  }
  if (const Effort& effort = efforts_[callable]; effort.tries > 0 && role != Candidate::Role::kMakes)
    cost += static_cast<std::size_t>(std::bit_width(effort.steps / effort.tries / kFewSteps));
  auto candidate = std::make_shared<Candidate>();
  candidate->callable = callable;
  candidate->role = role;
  candidate->position = position;
  beginnings_[draft->beginning].tasks.push({cost, number_++, draft, std::move(candidate)});
}

void Composer::add(const Found& found, CallableId callable) {
  std::vector<Draft> drafts = calls_in_front_.last_calls(found, callable, kStepsPerCall);
  if (drafts.empty()) {
    ++counters_.given_up["the last call's arguments cannot be made"];
    return;
  }
  begin(std::move(drafts));
}

void Composer::add(const Found& found, TypeId destroyed) {
  Parameter& object = destroyed_[destroyed];
  object.type = destroyed;
  object.sources = {{.type = destroyed, .mode = PassMode::kAddress}};
  const Activation& destructor = found.state.stack.front();
  Draft draft{
      .clauses = found.state.clauses, .calls = {}, .wanted = {}, .objects = 1, .is_guess = found.state.is_guess};
  draft.wanted.push_back({.object = 0,
                          .address = workshop_.values().of(*destructor.function->getArg(0), destructor.id),
                          .parameter = &object});
  begin({std::move(draft)});
}

/// Of one precondition.
void Composer::begin(std::vector<Draft> drafts) {
  beginnings_.emplace_back();
  for (Draft& each : drafts) {
    each.beginning = beginnings_.size() - 1;
    add(std::move(each));
  }
}

bool Composer::is_done() const {
  return ready_.empty() && to_expand_.empty() &&
         std::ranges::all_of(beginnings_, [](const Beginning& each) { return each.tasks.empty(); });
}

Composer::Beginning& Composer::next_beginning() {
  // One whose state is far away waits longer.
  return *std::ranges::min_element(beginnings_, {}, [](const Beginning& each) {
    return std::pair(each.tasks.empty(), each.tried + (each.tasks.empty() ? 0 : each.tasks.top().cost * kTurnsPerCost));
  });
}

std::optional<TestCase> Composer::next(std::uint64_t enough, const std::function<bool()>& stop) {
  stop_ = stop;
  while (ready_.empty() && !is_done() && counters_.candidates < enough && !stop()) {
    while (!to_expand_.empty()) {
      expand_later(*to_expand_.front());
      to_expand_.pop_front();
    }
    Beginning& beginning = next_beginning();
    Task task = beginning.tasks.top();
    beginning.tasks.pop();
    if (task.candidate) {
      ++beginning.tried;
      go_on(std::move(task), stop);
      continue;
    }
    if (task.is_finished) {
      expand(task.draft);
      continue;
    }
    const bool has_tests = finish(*task.draft);
    if (!task.draft->wanted.empty())
      to_expand_.push_back(task.draft);
    else if (!has_tests)
      add_setters(task.draft);
  }
  if (ready_.empty()) return std::nullopt;
  TestCase test = std::move(ready_.front());
  ready_.pop_front();
  ++counters_.tests;
  return test;
}

bool Composer::finish(const Draft& draft) {
  std::vector<TestCase> tests = finisher_.tests_of(draft, counters_.given_up);
  std::ranges::move(tests, std::back_inserter(ready_));
  return !tests.empty();
}

void Composer::expand(const std::shared_ptr<const Draft>& draft) {
  if (draft->calls.size() >= most_calls_) {
    ++counters_.given_up[fmt::format("more than {} calls", most_calls_)];
    return;
  }
  if (draft->tried.empty()) {
    if (options_.prune_drafts && !deduced_.add(*draft)) {
      ++counters_.implied;
      return;
    }
    add_makers(draft);
    add_changes(draft);
  }
  // Of the last call alone: what is deduced in front of it is the shortest there is, and tried calls would only make it longer.
  const bool is_first = draft->calls.size() <= 1;
  if (options_.tried_calls && is_first && draft->tried.size() < kMostTried) add_tries(*draft);
}

/// Calls as in add_changes(), of any object that is asked about, with plain arguments and without going back through them: that takes a test,
/// and not thousands of steps.
void Composer::add_tries(const Draft& draft) {
  std::size_t added = 0;
  for (const auto& [id, position] : changes_) {
    const Callable& callable = api_[id];
    const auto wanted = std::ranges::find_if(draft.wanted, [&](const Wanted& each) {
      return have_a_source(callable.parameters[position], *each.parameter) && clauses_.is_about(draft, each.address);
    });
    if (leaves_alone(callable, position) || wanted == draft.wanted.end() ||
        !calls_in_front_.may_change(callable, draft))
      continue;
    if (++added > kTries) return;
    Draft longer = draft;
    longer.tried.push_back({id, position, wanted->object});
    add(std::move(longer));
  }
}

void Composer::add_makers(const std::shared_ptr<const Draft>& draft) {
  const Wanted& wanted = draft->wanted.back();
  for (const Source& source : wanted.parameter->sources) {
    const TypeKind kind = api_[source.type].kind;
    if (kind != TypeKind::kObject && kind != TypeKind::kPointer) continue;
    std::size_t tried = 0;
    for (const CallableId producer : api_.producers[source.type.index()]) {
      if (!api_[producer].usable) continue;
      add(draft, producer, Candidate::Role::kMakes, 0);
      // Whatever makes one will do, if nothing is asked of it.
      if (!clauses_.is_about(*draft, wanted.address) && ++tried >= 2) break;
    }
  }
}

/// Calls that the object is passed to, and those that write it to a variable.
void Composer::add_changes(const std::shared_ptr<const Draft>& draft) {
  const Parameter& wanted = *draft->wanted.back().parameter;
  for (const auto& [id, position] : changes_) {
    const Callable& callable = api_[id];
    const Parameter& parameter = callable.parameters[position];
    if (have_a_source(parameter, wanted)) {
      if (!leaves_alone(callable, position)) add(draft, id, Candidate::Role::kChanges, position);
    }
    for (const Source& filled : parameter.sources)
      if (filled.mode == PassMode::kAddress && api_[filled.type].kind == TypeKind::kPointer &&
          std::ranges::any_of(wanted.sources, [&](const Source& each) {
            return each.type == filled.type && each.mode == PassMode::kLoad;
          })) {
        add(draft, id, Candidate::Role::kFills, position);
        break;
      }
  }
}

/// Where all objects are made, and the global variables do not begin as they are asked for: calls of functions that write them,
/// `set_flip_on_load(true)`, or that call such a function.
void Composer::add_setters(const std::shared_ptr<const Draft>& draft) {
  if (draft->calls.size() >= most_calls_) return;
  const std::set<std::string> asked = clauses_.globals_of(*draft);
  if (asked.empty()) return;
  const auto [known, is_new] = setters_.try_emplace(asked);
  if (is_new) known->second = setters_of(asked);
  for (const CallableId each : known->second) add(draft, each, Candidate::Role::kSets, 0);
}

std::vector<CallableId> Composer::setters_of(const std::set<std::string>& globals) const {
  const ProgramModel& program = workshop_.program();
  std::set<FunctionId> setters;
  for (const Function& function : program.functions)
    if (std::ranges::any_of(function.stores, [&](const FieldStore& store) {
          return globals.contains(program.fields[store.field.index()]);
        }))
      setters.insert(function.id);
  const std::vector<FunctionId> direct(setters.begin(), setters.end());
  const std::vector<FunctionId> callers = workshop_.graph().callers_of(direct, CallKinds::kDirect);
  setters.insert(callers.begin(), callers.end());
  std::vector<CallableId> result;
  for (const Callable& each : api_.callables) {
    const auto function = each.linkage_name.empty() ? std::nullopt : program.find(each.linkage_name);
    if (each.usable && each.kind == CallableKind::kFunction && !passes_range(each) && function &&
        setters.contains(*function))
      result.push_back(each.id);
  }
  return result;
}

/// One turn of a candidate; it waits for the next behind others.
void Composer::go_on(Task task, const std::function<bool()>& stop) {
  Candidate& candidate = *task.candidate;
  const Draft& draft = *task.draft;
  ++counters_.candidates;
  if (!candidate.progress && !calls_in_front_.begin(candidate, draft)) {
    if (candidate.role == Candidate::Role::kMakes) make_of_zeros(draft, api_[candidate.callable]);
    return;
  }
  const std::size_t first = candidate.role == Candidate::Role::kMakes ? kFirstStepsOfMaker : kFirstSteps;
  const std::size_t before = candidate.progress->steps, end = before + std::max(first, before);
  while (candidate.progress->steps < end && candidate.progress->paths < kPathsPerCall) {
    auto longer = calls_in_front_.next(candidate, draft, end - candidate.progress->steps, stop);
    if (!longer) break;
    if (options_.prune_drafts && candidate.role == Candidate::Role::kChanges && asks_no_less(*longer, draft))
      ++counters_.implied;
    else
      add(std::move(*longer));
  }
  Effort& effort = efforts_[candidate.callable];
  effort.tries += before == 0 ? 1 : 0;
  effort.steps += candidate.progress->steps - before;
  if (candidate.progress->executor.is_done() || candidate.progress->paths >= kPathsPerCall || stop()) return;
  if (candidate.progress->steps >= kStepsPerCall) {
    ++counters_.given_up["a candidate has too many paths"];
    return;
  }
  task.cost += 2;
  task.number = number_++;
  beginnings_[draft.beginning].tasks.push(std::move(task));
}

/// Without code only what is all zeros: `Point p = {};`.
void Composer::make_of_zeros(const Draft& draft, const Callable& callable) {
  if (callable.kind != CallableKind::kVariable || calls_in_front_.body_of(callable) != nullptr) return;
  Draft longer = draft;
  const Wanted wanted = longer.wanted.back();
  longer.wanted.pop_back();
  const std::uint64_t place = workshop_.places().allocate();
  if (!clauses_.replace(longer, wanted.address, e_.constant(place, 64)) || !clauses_.come_to_be(longer, place, 0) ||
      !clauses_.can_hold(longer))
    return;
  longer.is_guess = true;
  longer.calls.push_back({callable.id, {}, wanted.object});
  add(std::move(longer));
}

}  // namespace reenact::backward
