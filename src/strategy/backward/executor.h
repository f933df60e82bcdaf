// Backward symbolic execution: STAR's Algorithm 1 over LLVM's code.
//
// From a place in a function and a condition there, back to the function's entry along every path: what a path computes is put
// in the place of what the condition speaks of, and what its branches ask for is added. What can hold at the entry is a
// precondition. Then on in the caller, from the call in the next frame of the trace. Depth first; loops, calls inside one another and
// time are limited. Calls outside of the trace are entered from their returns.
//
//   int f(int* p, int n) {         n > 3 && p == null          <- precondition
//     int* q = n > 3 ? p : &x;     (n > 3 ? p : &x) == null
//     return *q; }                 q == null                   <- condition of a crash
//
// "Cannot be" is said of a path only if the solver says so of conditions that hold on every such path: what is not modelled is an
// unknown that may be anything, or ends the path as given up (Counters), never as impossible.
#pragma once

#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <optional>
#include <vector>

#include "program/call_graph.h"
#include "solver/solver.h"
#include "strategy/backward/entry_distances.h"
#include "strategy/backward/forward_summary.h"
#include "strategy/backward/options.h"
#include "strategy/backward/pruning.h"
#include "strategy/backward/state.h"

namespace reenact::backward {

struct Effect;
struct LibraryCase;

/// A function that a path has to come back to, and where its own caller called it.
struct Level {
  llvm::Function* function = nullptr;
  /// Calls of the next inner level's function; empty for the innermost.
  std::vector<llvm::CallBase*> calls;
  /// Index of the trace's frame; none: the trace leaves this function out.
  std::optional<std::size_t> frame = {};
};

/// What can hold at the entry of a level's function so that what was started with comes about.
struct Found {
  State state;                              // its clauses are about parameters, globals and memory at the entry
  std::optional<solver::Assignment> model;  // none: the solver did not decide
  std::optional<std::size_t> frame = {};    // Level::frame
  bool is_shallow = false;                  // fewer calls were looked into than may be (CrashPaths)
};

class Executor {
 public:
  struct Shared {
    Bitcode& bitcode;
    const ProgramModel& program;
    const CallGraph& graph;
    Expressions& expressions;
    solver::Solver& solver;
    Places& places;
    Memory& memory;
    Values& values;
    Pruning& pruning;
    ForwardSummaries& summaries;
  };
  /// `levels` from the innermost outwards, not empty; nothing is owned.
  Executor(const Shared& shared, const BackwardOptions& options, std::vector<Level> levels)
      : shared_(shared), options_(options), levels_(std::move(levels)) {}

  /// Begins a path. Those begun last are gone first.
  void start(State state) { waiting_.push_back(std::move(state)); }
  /// A path that ends in front of `place` in the function of `level`.
  [[nodiscard]] State at(llvm::Instruction& place, std::size_t level = 0);
  /// Adds a condition; false: it contradicts another one.
  [[nodiscard]] bool require(State& state, Expr condition, Asked why, const llvm::Instruction* by);
  /// `state`, inside a call that it was in front of: before `place` of `callee`, with the arguments that were passed.
  [[nodiscard]] State inside(State state, llvm::CallBase& call, llvm::Instruction& place);

  /// `state`, at the entry of its only function, in front of `call` of that function. None: what is passed contradicts it.
  [[nodiscard]] std::optional<State> outside(State state, llvm::CallBase& call);

  /// Goes on until the next precondition of some level. None: no path is left, or `stop` said so (asked after each block).
  [[nodiscard]] std::optional<Found> next(const std::function<bool()>& stop);
  [[nodiscard]] bool is_done() const { return waiting_.empty(); }
  /// Were paths given up because they go through a loop too often?
  [[nodiscard]] bool has_left_loops() const { return has_left_loops_; }
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  enum class Goes : std::uint8_t { kOn, kElsewhere /* its continuations wait */, kNowhere };

  // executor.cpp: paths
  [[nodiscard]] std::optional<Found> go(State state);
  [[nodiscard]] std::optional<Found> enter_function(State& state);
  [[nodiscard]] std::size_t unroll_of(llvm::BasicBlock& block);
  void leave_block(State state);
  [[nodiscard]] bool take_edge(State& state, llvm::BasicBlock& from, unsigned successor);
  void go_to_caller(const State& state);
  [[nodiscard]] bool skip(State& state);
  [[nodiscard]] bool can_hold(State& state, std::optional<solver::Assignment>* model);
  [[nodiscard]] bool can_be_exact(State& state, std::optional<solver::Assignment>& model);
  void contradicted(std::uint32_t since);
  void give_up(const State& state, const std::string& why);

  // clauses.cpp: conditions
  [[nodiscard]] bool demand(State& state, Expr condition, Asked why, const llvm::Instruction* by);
  void prefer(State& state, Expr condition, const llvm::Instruction* by);
  void drop_exactness(State& state, Expr condition);
  [[nodiscard]] Expr of_object(Expr condition);
  [[nodiscard]] bool replace(State& state, const std::unordered_map<Expr, Expr>& replacements);
  [[nodiscard]] bool change(State& state, const std::function<Memory::Rewritten(Expr, Memory::Step&)>& how,
                            std::string_view guess);
  [[nodiscard]] bool is_live(const State& state, Expr symbol);
  void guess(State& state, std::string_view why);
  [[nodiscard]] static std::vector<Expr> conditions_of(const State& state);

  // instructions.cpp: what one instruction does
  [[nodiscard]] bool before(llvm::Instruction& instruction, State& state);
  [[nodiscard]] bool before_load(llvm::LoadInst& load, State& state);
  [[nodiscard]] bool before_store(llvm::StoreInst& store, State& state);
  [[nodiscard]] bool before_division(const llvm::BinaryOperator& division, State& state);
  void note_elements(const State& state, const llvm::Value& pointer);
  [[nodiscard]] bool demand_elements(State& state, const llvm::Value& pointer, const llvm::Instruction& by);
  [[nodiscard]] bool demand_no_null(State& state, const llvm::Value& pointer, const llvm::Instruction& by);
  [[nodiscard]] bool result_is(State& state, const llvm::Instruction& instruction, Expr value);
  [[nodiscard]] bool is_used(const State& state, const llvm::Instruction& instruction);
  [[nodiscard]] bool end_locals(State& state, const Activation& of);

  // calls.cpp: what a call does
  [[nodiscard]] Goes before_call(llvm::CallBase& call, State& state);
  [[nodiscard]] bool before_intrinsic(llvm::IntrinsicInst& call, State& state);
  [[nodiscard]] bool before_unknown(llvm::CallBase& call, std::string_view name, State& state);
  [[nodiscard]] bool overflows(llvm::IntrinsicInst& call, State& state);
  void farthest_first(std::vector<llvm::BasicBlock*>& blocks);
  [[nodiscard]] std::vector<llvm::Function*> targets_of(llvm::CallBase& call);
  /// That `call`, which is indirect, leads to `target`; false: it cannot.
  [[nodiscard]] bool demand_target(State& state, llvm::CallBase& call, llvm::Function& target);
  /// That the call returns what its function's forward summary says. None: it has no such summary.
  [[nodiscard]] std::optional<Goes> sum_up(llvm::CallBase& call, llvm::Function& callee, State& state);
  void enter(llvm::CallBase& call, llvm::Function& callee, const State& state);
  [[nodiscard]] bool leave_callee(State& state);
  [[nodiscard]] std::vector<std::pair<const llvm::Argument*, Expr>> passed(const llvm::CallBase& call,
                                                                           const llvm::Function& callee,
                                                                           ActivationId outside);
  void bind_arguments(const llvm::CallBase& call, const llvm::Function& callee, ActivationId inside,
                      ActivationId outside);
  [[nodiscard]] bool pass_arguments(State& state, const llvm::CallBase& call, const llvm::Function& callee,
                                    ActivationId inside, ActivationId outside);

  // library_calls.cpp: what a call of the C library does
  [[nodiscard]] std::optional<Goes> before_library(llvm::CallBase& call, llvm::StringRef name, State& state);
  [[nodiscard]] bool before_case(State& state, llvm::CallBase& call, const LibraryCase& outcome);
  [[nodiscard]] bool before_effect(State& state, const Effect& effect);

  Shared shared_;
  BackwardOptions options_;
  std::vector<Level> levels_;
  std::vector<State> waiting_;
  EntryDistances entry_distances_;
  Counters counters_;
  bool has_left_loops_ = false;
  symbolic::SymbolIndex symbols_{shared_.expressions};
  std::uint32_t contradicted_since_ = 0;  // State::decisions of the clause that became false

 public:
  /// Activations are numbered over all executors that share expressions.
  static ActivationId new_activation();
};

}  // namespace reenact::backward
