// From a precondition to calls that make it hold: STAR's TESTGEN (section 4), by deduction backwards.
//
// A precondition of the last call speaks of its arguments and of what lies in the objects among them. A constructor or factory of an
// object, or a method that writes a field that is spoken of, is put in front; going back through its code turns what must hold behind
// it into what must hold before it (the paper's validating formula and its split into deduced states in one step). When every object
// is made, what is left is about numbers and texts: the solver's model are the literals.
//
//   box.take();                 box.dirty_ && box.count_ == 3
//   box.set(n); box.take();     n == 3                          (set: count_ = n, dirty_ = true)
//   Box box; box.set(3); box.take();
//
// Objects come from public calls alone.
#pragma once

#include <map>
#include <memory>
#include <queue>
#include <set>

#include "goal/crash_calls.h"
#include "strategy/backward/deduced_states.h"
#include "strategy/backward/draft.h"
#include "strategy/backward/trace.h"
#include "testcase/test_case.h"

namespace reenact::backward {

struct ComposerCounters {
  std::uint64_t candidates = 0;  // calls tried in front of others
  std::uint64_t drafts = 0, tests = 0;
  std::uint64_t implied = 0;  // drafts left out for others that ask for less
  std::map<std::string, std::uint64_t> given_up;
};

class Composer {
 public:
  /// All must outlive it.
  Composer(Workshop& workshop, const ApiModel& api, const BackwardOptions& options, std::size_t most_calls);

  /// A precondition of `callable`, whose code is the level's function that `found` is at.
  void add(const Found& found, CallableId callable);
  /// The next test that is complete; none: there is no draft left, `stop` said so, or `enough` candidates have been tried, counted
  /// from the beginning.
  [[nodiscard]] std::optional<TestCase> next(std::uint64_t enough, const std::function<bool()>& stop);
  [[nodiscard]] bool is_done() const;
  [[nodiscard]] const ComposerCounters& counters() const { return counters_; }

 private:
  /// A draft to finish or to expand, or (with a candidate) to be tried behind that call.
  struct Task {
    std::size_t cost = 0;
    std::size_t number = 0;  // tasks of equal cost in order
    std::shared_ptr<const Draft> draft;
    std::optional<CallableId> candidate;
    bool makes = false;  // the candidate makes the object; else it changes it
  };
  struct Later {
    bool operator()(const Task& a, const Task& b) const {
      return std::pair(a.cost, a.number) > std::pair(b.cost, b.number);
    }
  };
  /// What comes from one precondition. Many preconditions are of states that no calls lead to, without anything that says so: all have
  /// their turns.
  struct Beginning {
    std::priority_queue<Task, std::vector<Task>, Later> tasks;
    std::size_t tried = 0;  // candidates
  };
  void add(Draft draft);
  [[nodiscard]] Beginning& next_beginning();
  void expand(const std::shared_ptr<const Draft>& draft);
  void add(const std::shared_ptr<const Draft>& draft, CallableId candidate, bool makes);
  void put_in_front(const Draft& draft, const Wanted& wanted, const Callable& callable, bool makes,
                    const std::function<bool()>& stop);
  void go_back(const Draft& draft, const Wanted& wanted, const Callable& callable, llvm::Function& body, bool makes,
               const std::function<bool()>& stop);
  std::size_t each_precondition(const Draft& draft, const Wanted& wanted, const Callable& callable,
                                llvm::Function& body, bool makes, const std::function<bool()>& stop,
                                const std::function<void(Draft)>& use);
  [[nodiscard]] std::optional<Draft> longer(const Draft& draft, const Wanted& wanted, const Callable& callable,
                                            llvm::Function& body, bool makes, const Found& found);
  [[nodiscard]] bool begin(State& state, const Wanted& wanted, const Callable& callable, llvm::ReturnInst& back,
                           bool makes, Executor& executor);
  [[nodiscard]] bool put_in_memory(Draft& behind, const llvm::ReturnInst& back, ActivationId activation,
                                   std::uint64_t place);
  [[nodiscard]] bool plan(Draft& draft, PlannedCall& call, const llvm::Function& body, ActivationId activation,
                          std::size_t first_parameter, unsigned first_argument);
  [[nodiscard]] bool plan_pointer(Draft& draft, PlannedCall& call, const Parameter& parameter, Expr address);
  [[nodiscard]] bool can_hold(const Draft& draft, Expr also);
  [[nodiscard]] bool is_about(const Draft& draft, Expr symbol);
  [[nodiscard]] bool replace(Draft& draft, Expr symbol, Expr value);
  [[nodiscard]] llvm::Function* body_of(const Callable& callable);
  [[nodiscard]] llvm::Function* thunk_of(const Callable& callable);
  [[nodiscard]] std::optional<TestCase> finished(const Draft& draft);
  [[nodiscard]] std::optional<Argument> argument(const Plan& plan, const Parameter& parameter, TestCase& test,
                                                 symbolic::Evaluator& model,
                                                 const std::map<std::size_t, StatementIndex>& made,
                                                 const std::vector<Argument>& before);
  [[nodiscard]] std::string text_at(const Plan& plan, symbolic::Evaluator& model);

  // distance_to_new.cpp: how far what is wanted is from what comes new out of a constructor
  /// A number that a draft reads of an object, and a symbol for it.
  struct Field {
    Expr value, symbol;
  };
  struct Fields {
    std::vector<Field> all;
    std::unordered_map<Expr, Expr> values;  // of what is read, by the fields' symbols
  };
  using Point = std::vector<std::uint64_t>;  // a value for each field
  struct FieldCondition {
    Expr condition;
    std::vector<std::size_t> fields;  // that it speaks of
  };
  [[nodiscard]] std::size_t distance_to_new(const Draft& draft);
  [[nodiscard]] std::size_t distance_to_new(const Draft& draft, const Wanted& wanted);
  [[nodiscard]] Fields fields_of(const Draft& draft, const Wanted& wanted);
  [[nodiscard]] std::vector<FieldCondition> conditions_of(const Draft& draft, const Fields& fields);
  [[nodiscard]] const std::set<Point>& new_points(const Wanted& wanted, const Fields& fields);
  void make_new(const Draft& draft, std::vector<std::vector<Expr>>& conditions);

  Workshop& workshop_;
  Expressions& e_;
  const ApiModel& api_;
  BackwardOptions options_;
  std::size_t most_calls_;
  DeducedStates deduced_;
  std::vector<CallableId> methods_;  // that change an object
  std::vector<Beginning> beginnings_;
  std::size_t number_ = 0;  // of the next task
  /// What trying a callable has taken so far: a measure of how many paths it has.
  struct Effort {
    std::size_t tries = 0, steps = 0;
  };
  std::map<CallableId, Effort> efforts_;
  std::map<std::pair<TypeId, std::vector<Expr>>, std::set<Point>> new_points_;  // by the fields' symbols
  ComposerCounters counters_;
};

}  // namespace reenact::backward
