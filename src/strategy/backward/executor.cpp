#include "strategy/backward/executor.h"

#include <fmt/format.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <atomic>

namespace reenact::backward {
namespace {

constexpr std::size_t kMostNodes = 6000;  // of a path's formulas: each step goes over them

}  // namespace

ActivationId Executor::new_activation() {
  static std::atomic<ActivationId> last = 0;
  return ++last;
}

bool Executor::require(State& state, Expr condition, Asked why, const llvm::Instruction* by) {
  return demand(state, condition, why, by);
}

State Executor::at(llvm::Instruction& place, std::size_t level) {
  State state;
  state.level = level;
  state.next = &place;
  state.stack.push_back({new_activation(), place.getFunction(), nullptr});
  return state;
}

std::optional<Found> Executor::next(const std::function<bool()>& stop) {
  while (!waiting_.empty() && !stop()) {
    State state = std::move(waiting_.back());
    waiting_.pop_back();
    if (auto found = go(std::move(state))) return found;
  }
  return std::nullopt;
}

void Executor::give_up(const State&, const std::string& why) {
  ++counters_.paths;
  ++counters_.given_up[why];
}

/// A formula that cannot hold because of clauses that are as they were since decision `since` cannot hold on any path that
/// leaves this one later: all of these are on top of what waits (guided backtracking, section 3.2.2).
void Executor::contradicted(std::uint32_t since) {
  ++counters_.paths;
  ++counters_.contradictions;
  if (!options_.backtrack) return;
  while (!waiting_.empty() && waiting_.back().decisions > since) {
    waiting_.pop_back();
    ++counters_.backtracked;
  }
}

bool Executor::can_hold(State& state, std::optional<solver::Assignment>* model) {
  ++counters_.checks;
  const solver::Answer answer = shared_.solver.check(conditions_of(state));
  if (const auto* const never = std::get_if<solver::Unsatisfiable>(&answer)) {
    std::uint32_t since = 0;
    std::vector<std::uint32_t> changed;  // of the clauses that were asked
    for (const Clause& clause : state.clauses)
      if (clause.why != Asked::kExactness) changed.push_back(clause.changed);
    for (const std::size_t part : never->core) since = std::max(since, changed[part]);
    contradicted(since);
    return false;
  }
  if (is_unknown(answer)) ++counters_.undecided;
  if (const auto* const can = std::get_if<solver::Satisfiable>(&answer); can != nullptr && model != nullptr)
    *model = can->model;
  return true;
}

/// Can it hold where the library's models say all there is? Then they do from here on; else it is a guess.
bool Executor::can_be_exact(State& state, std::optional<solver::Assignment>& model) {
  const auto is_preferred = [](const Clause& clause) { return clause.why == Asked::kExactness; };
  if (std::ranges::none_of(state.clauses, is_preferred)) return false;
  State exact = state;
  for (Clause& clause : exact.clauses)
    if (is_preferred(clause)) clause.why = Asked::kBranch;
  ++counters_.checks;
  const solver::Answer answer = shared_.solver.check(conditions_of(exact));
  if (const auto* const can = std::get_if<solver::Satisfiable>(&answer)) {
    model = can->model;
    state.clauses = std::move(exact.clauses);
    return true;
  }
  return false;
}

std::optional<Found> Executor::go(State state) {
  while (true) {
    llvm::BasicBlock& block = *state.next->getParent();
    llvm::Instruction* const before_this = state.next->getPrevNode();
    if (before_this == nullptr || llvm::isa<llvm::PHINode>(before_this)) {
      if (!block.isEntryBlock()) {
        leave_block(std::move(state));
        return std::nullopt;
      }
      if (state.stack.size() == 1) return enter_function(state);
      if (!leave_callee(state)) {
        contradicted(contradicted_since_);
        return std::nullopt;
      }
      continue;
    }
    state.next = before_this;
    if (llvm::isa<llvm::LandingPadInst>(before_this)) {
      give_up(state, "it comes through a catch or an unwinding destructor");
      return std::nullopt;
    }
    Goes goes = Goes::kOn;
    if (auto* const call = llvm::dyn_cast<llvm::CallBase>(before_this))
      goes = before_call(*call, state);
    else if (!before(*before_this, state))
      goes = Goes::kNowhere;
    if (goes == Goes::kNowhere) contradicted(contradicted_since_);
    if (goes != Goes::kOn) return std::nullopt;
  }
}

bool Executor::take_edge(State& state, llvm::BasicBlock& from, unsigned successor) {
  llvm::BasicBlock& to = *state.next->getParent();
  Expressions& e = shared_.expressions;
  const ActivationId activation = state.activation().id;
  std::unordered_map<Expr, Expr> merged;
  for (llvm::PHINode& phi : to.phis())
    if (Values::width_of(*phi.getType()) > 0 && is_used(state, phi))
      merged.emplace(shared_.values.of(phi, activation),
                     shared_.values.of(*phi.getIncomingValueForBlock(&from), activation));
  if (!merged.empty() && !replace(state, merged)) return false;
  llvm::Instruction* const end = from.getTerminator();
  state.next = end;
  if (auto* const branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (!branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return true;
    const Expr condition = shared_.values.of(*branch->getCondition(), activation);
    return demand(state, successor == 0 ? condition : e.negation(condition), Asked::kBranch, branch);
  }
  auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(end);
  if (choice == nullptr || Values::width_of(*choice->getCondition()->getType()) == 0) return true;
  const Expr value = shared_.values.of(*choice->getCondition(), activation);
  // All cases that lead there, or none of those that lead elsewhere.
  Expr any = e.truth(false), other = e.truth(true);
  for (const auto& each : choice->cases()) {
    const Expr is_it = e.make(Op::kEq, value, shared_.values.of(*each.getCaseValue(), activation));
    if (each.getCaseSuccessor() == &to)
      any = e.make(Op::kOr, any, is_it);
    else
      other = e.make(Op::kAnd, other, e.negation(is_it));
  }
  return demand(state, choice->getDefaultDest() == &to ? other : any, Asked::kBranch, choice);
}

bool Executor::skip(State& state) {
  llvm::BasicBlock& block = *state.next->getParent();
  for (llvm::PHINode& phi : block.phis())
    if (is_used(state, phi)) return false;
  llvm::BasicBlock* const start = shared_.pruning.skip_to(block, conditions_of(state));
  if (start == nullptr || llvm::isa<llvm::InvokeInst>(start->getTerminator())) return false;
  state.next = start->getTerminator();
  ++counters_.pruned;
  return true;
}

/// A walk over a text changes nothing and has few paths: going through it again is cheap. A loop that goes round a constant number of
/// times has no other way through.
std::size_t Executor::unroll_of(llvm::BasicBlock& block) {
  constexpr std::size_t kPlain = 8, kBranching = 4, kMostRounds = 64;
  if (const std::size_t rounds = shared_.pruning.constant_rounds(block, kMostRounds); rounds > options_.unroll)
    return rounds;
  const auto paths = shared_.pruning.paths_through_reading_loop(block);
  if (!paths || *paths > 2) return options_.unroll;
  return std::max(options_.unroll, *paths == 1 ? kPlain : kBranching);
}

/// The last is gone on with first; back edges wait longest.
void Executor::farthest_first(std::vector<llvm::BasicBlock*>& blocks) {
  std::ranges::sort(blocks, std::greater(), [&](const llvm::BasicBlock* each) {
    return std::pair(options_.nearest_paths ? entry_distances_.of(*each) : 0, number_of(*each).value);
  });
}

void Executor::leave_block(State state) {
  llvm::BasicBlock& block = *state.next->getParent();
  if (block.isEHPad()) return give_up(state, "it comes through a catch or an unwinding destructor");
  const std::size_t unroll = unroll_of(block);
  // One of the other ways into the loop was taken already.
  if (++state.visits[{state.activation().id, &block}] > 1 + unroll) {
    has_left_loops_ = true;
    return give_up(state, fmt::format("a loop is gone through more than {} times", 1 + unroll));
  }
  std::vector<llvm::BasicBlock*> from;
  for (llvm::BasicBlock* each : llvm::predecessors(&block))
    if (std::ranges::find(from, each) == from.end()) from.push_back(each);
  if (from.empty()) return give_up(state, "nothing leads there");
  if (options_.prune && from.size() == 1)
    if (llvm::BasicBlock* front = shared_.pruning.skip_loop(
            block, conditions_of(state), [&](const llvm::Instruction& each) { return is_used(state, each); })) {
      guess(state, "a loop that changes nothing was taken to end");
      state.next = front->getTerminator();
      ++counters_.pruned;
      waiting_.push_back(std::move(state));
      return;
    }
  if (from.size() > 1) {
    ++counters_.blocks;
    if (options_.prune && skip(state)) {
      waiting_.push_back(std::move(state));
      return;
    }
    if (symbolic::reachable(shared_.expressions, conditions_of(state)).size() > kMostNodes)
      return give_up(state, "its formula grew too big");
    if (options_.recognise && !can_hold(state, nullptr)) return;
    ++state.decisions;
  }
  farthest_first(from);
  for (llvm::BasicBlock* each : from) {
    State back = state;
    unsigned successor = 0;
    while (each->getTerminator()->getSuccessor(successor) != &block) ++successor;
    if (!take_edge(back, *each, successor)) {
      ++counters_.paths;
      ++counters_.contradictions;
      continue;
    }
    // An invoke ends its block: it is before the edge.
    if (auto* const call = llvm::dyn_cast<llvm::InvokeInst>(each->getTerminator())) {
      const Goes goes = before_call(*call, back);
      if (goes == Goes::kNowhere) ++counters_.contradictions;
      if (goes != Goes::kOn) continue;
    }
    waiting_.push_back(std::move(back));
  }
}

std::optional<Found> Executor::enter_function(State& state) {
  if (!end_locals(state, state.activation())) {
    contradicted(contradicted_since_);
    return std::nullopt;
  }
  Found found;
  // The callers' paths may do without what is preferred here.
  const State before = state;
  if (!can_be_exact(state, found.model)) {
    if (!can_hold(state, &found.model)) return std::nullopt;
    if (std::erase_if(state.clauses, [](const Clause& each) { return each.why == Asked::kExactness; }) > 0)
      guess(state, kInexact);
  }
  ++counters_.paths;
  if (state.reads_unwritten && found.model && !std::ranges::all_of(conditions_of(state), [&](Expr each) {
        return shared_.memory.holds_anyway(each, *found.model);
      }))
    guess(state, "memory is read that nothing has written");
  go_to_caller(before);
  found.frame = levels_[state.level].frame;
  found.state = std::move(state);
  return found;
}

void Executor::go_to_caller(const State& state) {
  if (state.level + 1 >= levels_.size()) return;
  const Level& caller = levels_[state.level + 1];
  for (llvm::CallBase* call : caller.calls)
    if (auto back = this->outside(state, *call)) {
      back->level = state.level + 1;
      if (!caller.frame) guess(*back, "a function that the trace leaves out was taken to be in between");
      waiting_.push_back(std::move(*back));
    }
}

std::optional<State> Executor::outside(State state, llvm::CallBase& call) {
  const Activation inner = state.stack.front();
  const ActivationId outer = new_activation();
  state.stack = {{outer, call.getFunction(), nullptr}};
  state.next = &call;
  ++state.decisions;
  if (!pass_arguments(state, call, *inner.function, inner.id, outer)) return std::nullopt;
  if (call.isIndirectCall() && !demand_target(state, call, *inner.function)) return std::nullopt;
  return state;
}

}  // namespace reenact::backward
