#include "goal/goal_builder.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "crash/match.h"
#include "goal/state_setters.h"

namespace reenact {
namespace {

/// Who calls whom, by linkage name; virtual and indirect calls are not in it.
std::multimap<std::string_view, FunctionId> callers_of(const ProgramModel& program) {
  std::multimap<std::string_view, FunctionId> result;
  for (const Function& function : program.functions) {
    std::set<std::string_view> seen;
    for (const CallSite& call : function.calls)
      if (!call.callee.empty() && seen.insert(call.callee).second) result.emplace(call.callee, function.id);
  }
  return result;
}

/// C1 and C2, D0 to D2 are one constructor or destructor in two clothes.
std::string one_variant(std::string name) {
  for (const char* from : {"C1E", "C3E"})
    if (const auto at = name.find(from); at != std::string::npos) name.replace(at, 3, "C2E");
  return name;
}

/// Fills the three lists of calls of a goal whose frames are known.
class CallFinder {
 public:
  explicit CallFinder(Goal& goal) : goal_(goal), callers_(callers_of(*goal.program)) {
    for (const Callable& callable : goal.api->callables)
      if (callable.usable && !callable.linkage_name.empty())
        by_name_.emplace(one_variant(callable.linkage_name), callable.id);
    for (const Callable& callable : goal.api->callables)
      if (callable.usable && !callable.linkage_name.empty())
        by_plain_.emplace(plain_name(callable.linkage_name), callable.id);
  }

  void find() {
    // The frames from the target outwards first: they are known to reach it.
    for (std::size_t i = goal_.target.index(); i < goal_.frames.size() && goal_.crash_calls.empty(); ++i)
      add_calls_of((*goal_.program)[goal_.frames[i].function]);
    if (goal_.crash_calls.empty()) reach_through_callers();
    for (const CallableId id : goal_.crash_calls) units_.insert((*goal_.api)[id].owner);
    for (const Callable& callable : goal_.api->callables)
      if (callable.usable && units_.contains(callable.owner)) goal_.unit_calls.push_back(callable.id);
    add_shaping_calls();
    favour_reported_calls();
  }

 private:
  /// What the report's other stacks name ("freed by", "allocated by") belongs to the crash: a third of the draws.
  void favour_reported_calls() {
    std::vector<CallableId> reported;
    for (const std::string& name : goal_.report->also_called) {
      const auto [first, last] = by_plain_.equal_range(plain_name(name));
      for (auto it = first; it != last; ++it) reported.push_back(it->second);
    }
    if (reported.empty()) return;
    const std::size_t share = std::max<std::size_t>(1, goal_.unit_calls.size() / 2 / reported.size());
    for (std::size_t i = 0; i < share; ++i)
      goal_.unit_calls.insert(goal_.unit_calls.end(), reported.begin(), reported.end());
  }

  bool add_calls_of(const Function& function) {
    const std::size_t before = goal_.crash_calls.size();
    const auto add = [&](CallableId id) {
      if (std::ranges::find(goal_.crash_calls, id) == goal_.crash_calls.end()) goal_.crash_calls.push_back(id);
    };
    const auto [first, last] = by_name_.equal_range(one_variant(function.linkage_name));
    for (auto it = first; it != last; ++it) add(it->second);
    if (goal_.crash_calls.size() == before) {
      // Instantiations may differ in how template arguments are spelled; the plain names agree.
      const auto [from, to] = by_plain_.equal_range(plain_name(function.linkage_name));
      for (auto it = from; it != to; ++it) add(it->second);
    }
    return goal_.crash_calls.size() > before;
  }

  /// Breadth-first over callers: the level at which the first public functions turn up, and the one behind it.
  void reach_through_callers() {
    std::set<FunctionId> seen;
    std::vector<FunctionId> frontier{goal_.frames[goal_.target.index()].function};
    int levels_left = -1;
    for (int level = 0; level < 24 && !frontier.empty() && levels_left != 0; ++level) {
      std::vector<FunctionId> next;
      for (const FunctionId id : frontier) {
        const auto [first, last] = callers_.equal_range((*goal_.program)[id].linkage_name);
        for (auto it = first; it != last; ++it)
          if (seen.insert(it->second).second) next.push_back(it->second);
      }
      bool any = false;
      for (const FunctionId id : next) any = add_calls_of((*goal_.program)[id]) || any;
      if (levels_left > 0)
        --levels_left;
      else if (any)
        levels_left = 1;
      frontier = std::move(next);
    }
    if (goal_.crash_calls.empty()) fall_back_to_the_file();
  }

  /// Reached only through pointers: what is public in the target's file may lead there, if it calls through pointers of
  /// the target's type or if nothing there does.
  void fall_back_to_the_file() {
    const Function& target = (*goal_.program)[goal_.frames[goal_.target.index()].function];
    const std::string& file = target.file;
    for (const Function& function : goal_.program->functions)
      if (function.file == file && std::ranges::any_of(function.calls, [&](const CallSite& each) {
            return each.callee.empty() && each.signature == target.signature;
          }))
        (void)add_calls_of(function);
    if (goal_.crash_calls.empty())
      for (const Function& function : goal_.program->functions)
        if (function.file == file) (void)add_calls_of(function);
    if (!goal_.crash_calls.empty()) return;
    for (const Callable& callable : goal_.api->callables)
      if (callable.usable && (callable.kind == CallableKind::kMethod || callable.kind == CallableKind::kFunction ||
                              callable.kind == CallableKind::kOperator || callable.kind == CallableKind::kStaticMethod))
        goal_.crash_calls.push_back(callable.id);
  }

  static bool holds_state(const Type& type) {
    return type.kind == TypeKind::kObject || type.kind == TypeKind::kPointer;
  }

  void add_types_of(const Callable& callable, std::set<TypeId>& types) const {
    for (const Parameter& parameter : callable.parameters)
      for (const Source& source : parameter.sources)
        if (source.cast == kNoCast && holds_state((*goal_.api)[source.type])) types.insert(source.type);
  }

  /// Calls whose object is of one of `types` and that may change it, but for those in `known`.
  std::vector<CallableId> shapers_of(const std::set<TypeId>& types, std::set<CallableId>& known) const {
    std::vector<CallableId> result;
    for (const Callable& callable : goal_.api->callables) {
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

  /// What can be done with the objects the crash calls take: their methods and fields shape the state. And with the
  /// objects these come from: the document of an element.
  void add_shaping_calls() {
    std::set<CallableId> known(goal_.unit_calls.begin(), goal_.unit_calls.end());
    std::set<TypeId> types;
    for (const CallableId id : goal_.crash_calls) add_types_of((*goal_.api)[id], types);
    for (const CallableId id : shapers_of(types, known)) goal_.unit_calls.push_back(id);
    constexpr int kSteps = 2;  // element <- document <- what makes documents
    for (int step = 0; step < kSteps; ++step) {
      std::set<TypeId> wider;
      for (const TypeId type : types)
        for (const CallableId producer : goal_.api->producers[type.index()])
          add_types_of((*goal_.api)[producer], wider);
      types.insert(wider.begin(), wider.end());
    }
    goal_.setup_calls = shapers_of(types, known);
  }

  Goal& goal_;
  std::multimap<std::string_view, FunctionId> callers_;
  std::multimap<std::string, CallableId> by_name_, by_plain_;
  std::set<std::string> units_;
};
}  // namespace

Goal make_goal(const CrashReport& report, const ProgramModel& program, const ApiModel& api,
               std::vector<TargetFrame> frames, FrameIndex target) {
  Goal goal;
  goal.report = &report;
  goal.program = &program;
  goal.api = &api;
  goal.frames = std::move(frames);
  goal.target = target;
  CallFinder(goal).find();
  goal.setters = state_setters(goal);
  return goal;
}
}  // namespace reenact
