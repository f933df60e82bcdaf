// Which calls can bring objects into the state that the goal's frames ask for: def-use in the program model. What decides
// whether the target lines run is often a field (`_flags & NEEDS_FLUSH`) that few of an API's hundreds of calls set. STAR
// looks for such method sequences by symbolic execution; here they only get a larger share of the draws.
#pragma once

#include <vector>

#include "api/api_model.h"
#include "goal/goal.h"
#include "program/call_graph.h"
#include "strategy/guided/goal_calls.h"

namespace reenact {

/// By CallableId: 0 for calls that set nothing the goal's branches ask for, else the larger the more of it and the fewer
/// other calls set it. Of the calls in
/// `of_goal`.
[[nodiscard]] std::vector<double> state_setters(const Goal& goal, const GoalCalls& of_goal, const ApiModel& api,
                                                const CallGraph& graph);

}  // namespace reenact
