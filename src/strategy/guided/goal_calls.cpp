#include "strategy/guided/goal_calls.h"

#include <algorithm>
#include <set>
#include <string>

#include "strategy/guided/state_setters.h"

namespace reenact {
namespace {

bool holds_state(const Type& type) { return type.kind == TypeKind::kObject || type.kind == TypeKind::kPointer; }

/// Fills the lists behind M_crash.
class CallFinder {
 public:
  CallFinder(GoalCalls& calls, const ApiModel& api) : calls_(calls), api_(api) {}

  void add_unit() {
    std::set<std::string> units;
    for (const CallableId id : calls_.crash) units.insert(api_[id].owner);
    for (const Callable& callable : api_.callables)
      if (callable.usable && units.contains(callable.owner)) calls_.unit.push_back(callable.id);
  }

  /// What can be done with the objects the crash calls take: their methods and fields shape the state. And with the
  /// objects these come from: the document of an element.
  void add_shaping_calls() {
    std::set<CallableId> known(calls_.unit.begin(), calls_.unit.end());
    std::set<TypeId> types;
    for (const CallableId id : calls_.crash) add_types_of(api_[id], types);
    for (const CallableId id : shapers_of(types, known)) calls_.unit.push_back(id);
    constexpr int kSteps = 2;  // element <- document <- what makes documents
    for (int step = 0; step < kSteps; ++step) {
      std::set<TypeId> wider;
      for (const TypeId type : types)
        for (const CallableId producer : api_.producers[type.index()]) add_types_of(api_[producer], wider);
      types.insert(wider.begin(), wider.end());
    }
    calls_.setup = shapers_of(types, known);
    std::set<TypeId> taken;
    for (const CallableId id : calls_.unit) add_types_of(api_[id], taken);
    calls_.arguments = shapers_of(taken, known);
  }

  void add_reported(const std::vector<CallableId>& reported) {
    for (const CallableId id : reported)
      if (std::ranges::find(calls_.unit, id) == calls_.unit.end()) calls_.unit.push_back(id);
  }

 private:
  void add_types_of(const Callable& callable, std::set<TypeId>& types) const {
    for (const Parameter& parameter : callable.parameters)
      for (const Source& source : parameter.sources)
        if (source.cast == kNoCast && holds_state(api_[source.type])) types.insert(source.type);
  }

  /// Calls whose object is of one of `types` and that may change it, but for those in `known`.
  std::vector<CallableId> shapers_of(const std::set<TypeId>& types, std::set<CallableId>& known) const {
    std::vector<CallableId> result;
    for (const Callable& callable : api_.callables) {
      if (!callable.usable || callable.parameters.empty() || known.contains(callable.id)) continue;
      if (!callable.mutates_object && callable.kind != CallableKind::kFunction &&
          callable.kind != CallableKind::kFieldWrite)
        continue;
      const bool shapes = std::ranges::any_of(callable.parameters.front().sources,
                                              [&](const Source& source) { return types.contains(source.type); });
      if (shapes && known.insert(callable.id).second) result.push_back(callable.id);
    }
    return result;
  }

  GoalCalls& calls_;
  const ApiModel& api_;
};

/// The outermost functions of "freed by" and "allocated by", as far as a test can call them. Those of `crash` are drawn anyway.
std::vector<CallableId> called_for_memory(const Goal& goal, const ApiModel& api, const std::vector<CallableId>& crash) {
  std::vector<CallableId> result;
  for (const auto* deed : {&goal.freed_by, &goal.allocated_by}) {
    if (deed->empty()) continue;
    const std::string& name = (*goal.program)[deed->back().function].linkage_name;
    for (const Callable& callable : api.callables)
      if (callable.usable && callable.linkage_name == name && std::ranges::find(crash, callable.id) == crash.end())
        result.push_back(callable.id);
  }
  return result;
}

std::vector<CallableId> reported_by(const CrashReport& report, const ApiModel& api) {
  std::vector<CallableId> result;
  if (report.shows_delete())
    for (const Callable& callable : api.callables)
      if (callable.usable && runs_destructor(callable)) result.push_back(callable.id);
  if (report.also_called.empty()) return result;
  const CallableIndex index(api);
  for (const std::string& name : report.also_called) {
    const std::vector<CallableId> named = index.named(name);
    result.insert(result.end(), named.begin(), named.end());
  }
  return result;
}

}  // namespace

GoalCalls goal_calls(const Goal& goal, const ApiModel& api, const CallGraph& graph) {
  GoalCalls calls{.crash = crash_calls(goal, api, graph),
                  .unit = {},
                  .setup = {},
                  .arguments = {},
                  .reported = {},
                  .setters = {},
                  .usage = {}};
  CallFinder finder(calls, api);
  finder.add_unit();
  finder.add_shaping_calls();
  if (goal.report != nullptr) finder.add_reported(reported_by(*goal.report, api));
  calls.reported = called_for_memory(goal, api, calls.crash);
  calls.setters = state_setters(goal, calls, api, graph);
  return calls;
}

GoalCalls calls_around(std::vector<CallableId> calls, const ApiModel& api) {
  GoalCalls result{
      .crash = std::move(calls), .unit = {}, .setup = {}, .arguments = {}, .reported = {}, .setters = {}, .usage = {}};
  CallFinder finder(result, api);
  finder.add_unit();
  finder.add_shaping_calls();
  return result;
}

}  // namespace reenact
