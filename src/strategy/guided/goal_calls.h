// Which calls a guided search draws, and how often: what it does with a goal.
#pragma once

#include <memory>
#include <vector>

#include "api/api_model.h"
#include "goal/crash_calls.h"
#include "goal/goal.h"
#include "program/call_graph.h"
#include "strategy/guided/usage.h"

namespace reenact {

struct GoalCalls {
  std::vector<CallableId> crash;  // M_crash (goal/crash_calls.h)
  /// Public callables of the class (or file) under test, `crash` included.
  std::vector<CallableId> unit;
  /// Calls that shape the objects from which the arguments of `crash` come: `doc.Parse(...)` for an element of `doc`.
  std::vector<CallableId> setup;
  /// Calls that shape what the other calls of `unit` take, none of the above: `point.x = 3` for `path.add(point)`.
  std::vector<CallableId> arguments;
  /// Calls that the report's other stacks show the program itself make: what freed or allocated the memory.
  std::vector<CallableId> reported;
  /// By CallableId: how much a call does for the state that the frames' branches ask for (state_setters.h). Empty: not
  /// known.
  std::vector<double> setters;
  /// How the project's tests and examples call it; null: they are not asked.
  std::shared_ptr<const Usage> usage;
};

/// What a report's other stacks name ("freed by", "allocated by") belongs to the unit: of the program's own `delete` those of all classes.
[[nodiscard]] GoalCalls goal_calls(const Goal& goal, const ApiModel& api, const CallGraph& graph);

/// The same where the calls are known and no place is looked for: nothing is known of what sets the state.
[[nodiscard]] GoalCalls calls_around(std::vector<CallableId> calls, const ApiModel& api);

}  // namespace reenact
