// A trace's frames as levels, and everything that computing its preconditions takes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "goal/crash_calls.h"
#include "goal/goal.h"
#include "solver/solver_chain.h"
#include "solver/stoppable_solver.h"
#include "strategy/backward/crash_conditions.h"
#include "strategy/backward/executor.h"

namespace reenact::backward {

/// What formulas are made of and asked with; one for a search.
class Workshop {
 public:
  /// Of one question to the solver. Steps, not time: the same on every machine. The time is far more than they take where nothing
  /// else runs, and is there for what Z3 does not count.
  static constexpr solver::SolverLimits kLimits{.time = std::chrono::milliseconds(20'000),
                                                .memory_mb = 1024,
                                                .steps = 2'000'000,
                                                .expressions = 16'000,
                                                .in_single_bits = false};
  /// All must outlive it. `elements_apart`: see Memory.
  Workshop(Bitcode& bitcode, const ProgramModel& program, const CallGraph& graph, const Clock& clock,
           bool elements_apart = false, solver::SolverLimits limits = kLimits);
  [[nodiscard]] Executor::Shared shared();
  [[nodiscard]] Expressions& expressions() { return expressions_; }
  [[nodiscard]] Places& places() { return places_; }
  [[nodiscard]] Memory& memory() { return memory_; }
  [[nodiscard]] Values& values() { return values_; }
  [[nodiscard]] solver::Solver& solver() { return asked_; }
  /// Once `stop` says so, no question is answered any more.
  void stop_if(std::function<bool()> stop) { asked_.stop_if(std::move(stop)); }
  [[nodiscard]] Bitcode& bitcode() { return bitcode_; }
  [[nodiscard]] const ProgramModel& program() const { return program_; }
  [[nodiscard]] const CallGraph& graph() const { return graph_; }

 private:
  Bitcode& bitcode_;
  const ProgramModel& program_;
  const CallGraph& graph_;
  Expressions expressions_;
  solver::SolverChain solver_;
  solver::StoppableSolver asked_{solver_};
  Places places_;
  Memory memory_;
  Values values_;
  Pruning pruning_;
  ForwardSummaries summaries_;
};

/// The levels of `frames`, innermost first, as far as each is called by the next; `cut`: why not all, in words. Where a frame's function does
/// not call the next inner one's itself, those in between are levels, too: a call in the end of a function leaves no frame.
[[nodiscard]] std::vector<Level> levels_of(std::span<const TargetFrame> frames, Workshop& workshop, std::string& cut);
/// How many of the trace's frames they are of.
[[nodiscard]] std::size_t frames_in(std::span<const Level> levels);

/// `frames` as far as a function that can be called from outside: with the goal's frames around them, and where these do not get there, with
/// functions that call the outermost, nearest first. A few ways, each whole; none: nobody public calls it directly.
[[nodiscard]] std::vector<std::vector<TargetFrame>> ways_from_outside(const Goal& goal, const CallableIndex& callables,
                                                                      const CallGraph& graph);

}  // namespace reenact::backward
