// The functions around a goal: whose coverage makes a test novel, whose constants are tried as values.
#pragma once

#include <vector>

#include "api/api_model.h"
#include "generate/values.h"
#include "goal/goal.h"
#include "program/call_graph.h"
#include "strategy/guided/goal_calls.h"

namespace reenact {

/// At most `most` functions, nearest first: the target frames, then the goal's calls and what they call, directly or
/// through tables and pointers.
[[nodiscard]] std::vector<FunctionId> neighbourhood(const Goal& goal, const GoalCalls& of_goal, const ApiModel& api,
                                                    const CallGraph& graph, std::size_t most);

/// The constants of the nearest 120 functions, as values to try.
[[nodiscard]] ValuePool constants_around(const Goal& goal, const GoalCalls& of_goal, const ApiModel& api,
                                         const CallGraph& graph);

}  // namespace reenact
