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
#include <queue>

#include "goal/crash_calls.h"
#include "strategy/backward/draft.h"
#include "strategy/backward/trace.h"
#include "testcase/test_case.h"

namespace reenact::backward {

struct ComposerCounters {
  std::uint64_t candidates = 0;  // calls tried in front of others
  std::uint64_t drafts = 0, tests = 0;
  std::map<std::string, std::uint64_t> given_up;
};

class Composer {
 public:
  /// All must outlive it.
  Composer(Workshop& workshop, const ApiModel& api, const BackwardOptions& options, std::size_t most_calls);

  /// A precondition of `callable`, whose code is the level's function that `found` is at.
  void add(const Found& found, CallableId callable);
  /// The next test that is complete; none: there is no draft left, or `stop` said so.
  [[nodiscard]] std::optional<TestCase> next(const std::function<bool()>& stop);
  [[nodiscard]] bool is_done() const { return drafts_.empty(); }
  [[nodiscard]] const ComposerCounters& counters() const { return counters_; }

 private:
  struct Later {
    bool operator()(const std::pair<std::size_t, Draft>& a, const std::pair<std::size_t, Draft>& b) const {
      return std::pair(a.second.cost(), a.first) > std::pair(b.second.cost(), b.first);
    }
  };
  void add(Draft draft);
  void expand(const Draft& draft, const std::function<bool()>& stop);
  void put_in_front(const Draft& draft, const Wanted& wanted, const Callable& callable, bool makes,
                    const std::function<bool()>& stop);
  void go_back(const Draft& draft, const Wanted& wanted, const Callable& callable, llvm::Function& body, bool makes,
               const std::function<bool()>& stop);
  [[nodiscard]] bool begin(State& state, const Wanted& wanted, const Callable& callable, llvm::ReturnInst& back,
                           bool makes, Executor& executor);
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

  Workshop& workshop_;
  Expressions& e_;
  const ApiModel& api_;
  BackwardOptions options_;
  std::size_t most_calls_;
  std::vector<CallableId> methods_;  // that change an object
  std::priority_queue<std::pair<std::size_t, Draft>, std::vector<std::pair<std::size_t, Draft>>, Later> drafts_;
  std::size_t number_ = 0;  // of the next draft: equal costs in order
  ComposerCounters counters_;
};

}  // namespace reenact::backward
