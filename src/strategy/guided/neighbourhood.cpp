#include "strategy/guided/neighbourhood.h"

#include <algorithm>
#include <set>

namespace reenact {
namespace {

/// The calls that do most for the state the goal asks for.
std::vector<CallableId> best_setters(const GoalCalls& calls) {
  std::vector<CallableId> result;
  const double most = calls.setters.empty() ? 0 : std::ranges::max(calls.setters);
  for (std::size_t i = 0; i < calls.setters.size() && most > 0; ++i)
    if (calls.setters[i] >= most / 2) result.emplace_back(i);
  return result;
}

}  // namespace

std::vector<FunctionId> neighbourhood(const Goal& goal, const GoalCalls& of_goal, const ApiModel& api,
                                      const CallGraph& graph, std::size_t most) {
  std::vector<FunctionId> result;
  std::set<FunctionId> seen;
  const auto add = [&](FunctionId id) {
    if (result.size() < most && seen.insert(id).second) result.push_back(id);
  };
  for (const TargetFrame& frame : goal.frames) add(frame.function);
  // What it is registered under stands beside its address: `registry()["last"] = &last`.
  for (const TargetFrame& frame : goal.frames)
    if (const Function& function = (*goal.program)[frame.function]; function.is_address_taken)
      for (const Function& other : goal.program->functions)
        if (std::ranges::find(other.takes, function.linkage_name) != other.takes.end()) add(other.id);
  const auto add_calls = [&](const std::vector<CallableId>& calls) {
    for (const CallableId id : calls)
      if (const auto function = goal.program->find(api[id].linkage_name)) add(*function);
  };
  std::size_t followed = 0;
  const auto follow_calls = [&](std::size_t limit) {
    for (; followed < result.size() && result.size() < limit; ++followed) {
      const Function& caller = (*goal.program)[result[followed]];
      for (const CallSite& call : caller.calls)
        for (const FunctionId callee : graph.callees_of(call, caller)) add(callee);
    }
  };
  // What a crash call does before it gets there matters as much as what the frames do themselves; then what shapes
  // its arguments (a parser that fills the document).
  add_calls(of_goal.crash);
  follow_calls(most / 2);
  if (const std::vector<CallableId> setters = best_setters(of_goal); !setters.empty()) {
    followed = result.size();  // what the crash calls lead to further away is less than what the state comes from
    add_calls(setters);
    follow_calls(most * 3 / 4);
  }
  add_calls(of_goal.unit);
  add_calls(of_goal.setup);
  add_calls(of_goal.arguments);
  follow_calls(most);
  return result;
}

ValuePool constants_around(const Goal& goal, const GoalCalls& of_goal, const ApiModel& api, const CallGraph& graph) {
  constexpr std::size_t kMost = 120;
  ValuePool pool = make_value_pool(*goal.program, neighbourhood(goal, of_goal, api, graph, kMost));
  pool.flags = api.constants;
  return pool;
}

}  // namespace reenact
