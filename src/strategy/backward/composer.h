// From a precondition to calls that make it hold: STAR's TESTGEN (section 4), by deduction backwards.
//
// A precondition of the last call speaks of its arguments and of what lies in the objects among them. A constructor or factory of an
// object, or a call that writes a field that is spoken of, is put in front; going back through its code turns what must hold behind
// it into what must hold before it (the paper's validating formula and its split into deduced states in one step). When every object
// is made, what is left is about numbers and texts: the solver's model are the literals.
//
//   box.take();                 box.dirty_ && box.count_ == 3
//   box.set(n); box.take();     n == 3                          (set: count_ = n, dirty_ = true)
//   Box box; box.set(3); box.take();
//
// Objects come from public calls alone. Before what makes an object is deduced, the draft is tried with plain ones (DraftFinisher).
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <set>

#include "strategy/backward/candidate.h"
#include "strategy/backward/deduced_states.h"
#include "strategy/backward/finished_draft.h"

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
  /// The same of the destructor of `destroyed`, which runs when a test ends.
  void add(const Found& found, TypeId destroyed);
  /// The next test that is complete; none: there is no draft left, `stop` said so, or `enough` candidates have been tried, counted
  /// from the beginning.
  [[nodiscard]] std::optional<TestCase> next(std::uint64_t enough, const std::function<bool()>& stop);
  [[nodiscard]] bool is_done() const;
  [[nodiscard]] const ComposerCounters& counters() const { return counters_; }

 private:
  /// A draft to be finished; one that was, to be expanded; or (with a candidate) one to be tried behind that call.
  struct Task {
    std::size_t cost = 0;
    std::size_t number = 0;  // tasks of equal cost in order
    std::shared_ptr<const Draft> draft;
    std::shared_ptr<Candidate> candidate;
    bool is_finished = false;
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
  void begin(std::vector<Draft> drafts);
  void add(Draft draft);
  void decisive_last(Draft& draft);
  void expand_later(const Draft& draft);
  [[nodiscard]] Beginning& next_beginning();
  /// Puts the draft's tests among those that are ready. False: there is none that is new.
  bool finish(const Draft& draft);
  void expand(const std::shared_ptr<const Draft>& draft);
  void add_makers(const std::shared_ptr<const Draft>& draft);
  void add_changes(const std::shared_ptr<const Draft>& draft);
  void add_setters(const std::shared_ptr<const Draft>& draft);
  /// Calls of functions that store to one of these variables, or that call such a function.
  [[nodiscard]] std::vector<CallableId> setters_of(const std::set<std::string>& globals) const;
  void add_tries(const Draft& draft);
  void add(const std::shared_ptr<const Draft>& draft, CallableId callable, Candidate::Role role, std::size_t position);
  void go_on(Task task, const std::function<bool()>& stop);
  void make_of_zeros(const Draft& draft, const Callable& callable);

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
  DraftClauses clauses_;
  CallsInFront calls_in_front_;
  DraftFinisher finisher_;
  std::vector<std::pair<CallableId, std::size_t>>
      changes_;  // callables that may change an object, and the parameter that it is
  std::vector<Beginning> beginnings_;
  std::deque<TestCase> ready_;
  std::deque<std::shared_ptr<const Draft>> to_expand_;  // whose tests are ready
  std::size_t number_ = 0;                              // of the next task
  /// What trying a callable has taken so far: a measure of how many paths it has.
  struct Effort {
    std::size_t tries = 0, steps = 0;
  };
  std::map<CallableId, Effort> efforts_;
  std::map<TypeId, Parameter> destroyed_;                                       // what destructors take
  std::map<std::set<std::string>, std::vector<CallableId>> setters_;            // by the variables that are asked about
  std::map<std::pair<TypeId, std::vector<Expr>>, std::set<Point>> new_points_;  // by the fields' symbols
  std::function<bool()> stop_ = [] { return false; };                           // what next() was given
  ComposerCounters counters_;
};

}  // namespace reenact::backward
