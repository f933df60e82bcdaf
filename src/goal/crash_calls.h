// M_crash: from places in the subject to the calls that can reach them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "goal/goal.h"
#include "program/call_graph.h"

namespace reenact {

/// The usable callables of an API by the functions behind them.
class CallableIndex {
 public:
  /// `api` must outlive it.
  explicit CallableIndex(const ApiModel& api);
  /// Those that call `function`: by its linkage name, constructors and destructors in whichever variant; if there are
  /// none, by its plain name, for instantiations may differ in how template arguments are spelled.
  [[nodiscard]] std::vector<CallableId> of(const Function& function) const;
  /// Virtual methods of other classes that `function` may override: it stands in a vtable, and has their name, parameters and
  /// const. (The program does not tell which class derives from which: a method of an unrelated class may be among them.)
  [[nodiscard]] std::vector<CallableId> overridden_by(const Function& function) const;
  /// of(), or if there are none, overridden_by().
  [[nodiscard]] std::vector<CallableId> leading_to(const Function& function) const;
  /// Classes whose destructor `function` is: an object of theirs that a test makes is destroyed when it ends.
  [[nodiscard]] std::vector<TypeId> destroyed_by(const Function& function) const;
  /// By a name without template arguments and parameters.
  [[nodiscard]] std::vector<CallableId> named(const std::string& name) const;

 private:
  std::multimap<std::string, CallableId> by_linkage_name_, by_plain_name_, virtual_by_signature_;
  const ApiModel& api_;
};

/// The public calls that are not `function` but reach it through calls of these kinds: those of the first level of callers that
/// has any, and of the one behind it. Empty: there is none.
[[nodiscard]] std::vector<CallableId> calls_reaching(FunctionId function, const ProgramModel& program,
                                                     const CallableIndex& index, const CallGraph& graph,
                                                     CallKinds kinds);

/// EvoCrash's M_crash: callables that are the target's function (or the nearest of the frames around it that can be
/// called), or virtual methods that these override. If none can be called from outside, public ones that reach it through the
/// call graph, nearest first: through direct calls, else through any. Where even those lead nowhere: the public calls of the
/// target's file, else all that are statements. Empty: there is no such call.
[[nodiscard]] std::vector<CallableId> crash_calls(const Goal& goal, const ApiModel& api, const CallGraph& graph);

}  // namespace reenact
