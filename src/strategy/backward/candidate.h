// Back through a call that makes or changes an object: what must hold behind it becomes what must hold before it.
#pragma once

#include "strategy/backward/argument_planner.h"
#include "strategy/backward/constants_left.h"

namespace reenact::backward {

/// A call that may be put in front of a draft's, for the last of the objects that the draft wants.
struct Candidate {
  enum class Role : std::uint8_t {
    kMakes,    // the call returns it
    kChanges,  // it is passed for parameter `position`, and there before
    kSets,     // it takes none of the objects, and may write a global variable
    kFills,    // the call writes it to the variable whose address is passed for parameter `position`
  };
  /// Its paths, as far as they were gone.
  struct Progress {
    Executor executor;
    llvm::Function* body = nullptr;
    std::size_t steps = 0, paths = 0;
  };
  CallableId callable;
  Role role = Role::kMakes;
  std::size_t position = 0;
  std::unique_ptr<Progress> progress;  // null: not begun
};

class CallsInFront {
 public:
  /// All must outlive it.
  CallsInFront(Workshop& workshop, const ApiModel& api, const BackwardOptions& options)
      : workshop_(workshop),
        e_(workshop.expressions()),
        api_(api),
        options_(options),
        clauses_(workshop),
        planner_(workshop, api) {}

  /// The draft of one call, for each path through what passes its arguments to the level's function that `found` is at.
  [[nodiscard]] std::vector<Draft> last_calls(const Found& found, CallableId callable, std::size_t most_steps);

  /// False: nothing is known of what the call does, or it has nothing to do with what the draft asks.
  [[nodiscard]] bool begin(Candidate& candidate, const Draft& draft);
  /// The next draft with the call in front, in at most `steps` pieces of paths. None: there is none yet, or none at all
  /// (Executor::is_done), or `stop` said so. REQUIRES: begin() said true.
  [[nodiscard]] std::optional<Draft> next(Candidate& candidate, const Draft& draft, std::size_t steps,
                                          const std::function<bool()>& stop);
  [[nodiscard]] llvm::Function* body_of(const Callable& callable);
  /// Does the code of the call write what the draft speaks of?
  [[nodiscard]] bool may_change(const Callable& callable, const Draft& draft);

 private:
  [[nodiscard]] bool passes_plainly(const Callable& callable, llvm::Function& body) const;
  /// What is passed for a parameter.
  struct Known {
    std::size_t position = 0;
    Expr value;
  };
  [[nodiscard]] std::vector<Given> given(const Callable& callable, llvm::Function& body, ActivationId activation,
                                         const std::optional<Known>& known);
  [[nodiscard]] std::optional<Known> known_of(const Candidate& candidate, const Draft& draft, ActivationId activation);
  void bind(const Callable& callable, llvm::Function& body, ActivationId activation, const std::optional<Known>& known);
  [[nodiscard]] bool unpack(Draft& draft, llvm::Function& body, ActivationId activation, std::span<const Given> given);
  [[nodiscard]] bool add_last(Draft draft, const Callable& callable, llvm::Function& body, ActivationId activation,
                              std::vector<Draft>& to);
  [[nodiscard]] bool start(State& state, const Candidate& candidate, const Draft& draft, llvm::ReturnInst& back,
                           Executor& executor);
  [[nodiscard]] bool makes(Draft& behind, const Callable& callable, const llvm::ReturnInst& back,
                           ActivationId activation, Expr wanted);
  [[nodiscard]] bool leaves_constants(Draft& behind, const Callable& callable, const llvm::ReturnInst& back,
                                      ActivationId activation);
  [[nodiscard]] bool put_in_memory(Draft& behind, const llvm::ReturnInst& back, ActivationId activation,
                                   std::uint64_t place);
  [[nodiscard]] std::optional<Draft> longer(const Candidate& candidate, const Draft& draft, const Found& found);

  Workshop& workshop_;
  Expressions& e_;
  const ApiModel& api_;
  BackwardOptions options_;
  DraftClauses clauses_;
  ConstantsLeft constants_left_;
  ArgumentPlanner planner_;
  std::map<ActivationId, Expr> variables_;  // kFills: where the variable lies
};

}  // namespace reenact::backward
