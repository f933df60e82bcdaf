#include "goal/neighbourhood.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace reenact {
namespace {

/// What a virtual call or one through a pointer may lead to: by signature, which is all that LLVM keeps of types.
class IndirectCallees {
 public:
  explicit IndirectCallees(const ProgramModel& program) : program_(program) {
    for (const Function& function : program.functions)
      if (function.is_address_taken) by_signature_[function.signature].push_back(function.id);
    for (auto& [signature, ids] : by_signature_)
      std::ranges::sort(ids, {}, [&](FunctionId id) { return std::pair(~program[id].blocks.size(), id); });
  }

  /// Those of the caller's own file first, then the largest: an accessor tells little.
  [[nodiscard]] std::vector<FunctionId> of(const CallSite& call, const Function& caller) const {
    const auto found = by_signature_.find(call.signature);
    if (!call.callee.empty() || found == by_signature_.end()) return {};
    std::vector<FunctionId> result;
    for (const bool own_file : {true, false})
      for (const FunctionId id : found->second) {
        if (result.size() == kMost) return result;
        if ((program_[id].file == caller.file) == own_file) result.push_back(id);
      }
    return result;
  }

 private:
  static constexpr std::size_t kMost = 12;  // the more there are, the less likely is each
  const ProgramModel& program_;
  std::map<std::string_view, std::vector<FunctionId>> by_signature_;
};

/// The calls that do most for the state the goal asks for.
std::vector<CallableId> best_setters(const Goal& goal) {
  std::vector<CallableId> result;
  const double most = goal.setters.empty() ? 0 : std::ranges::max(goal.setters);
  for (const Callable& callable : goal.api->callables)
    if (most > 0 && goal.setters[callable.id.index()] >= most / 2) result.push_back(callable.id);
  return result;
}

}  // namespace

std::vector<FunctionId> neighbourhood(const Goal& goal, std::size_t most) {
  const IndirectCallees indirect(*goal.program);
  std::vector<FunctionId> result;
  std::set<FunctionId> seen;
  const auto add = [&](FunctionId id) {
    if (result.size() < most && seen.insert(id).second) result.push_back(id);
  };
  for (const TargetFrame& frame : goal.frames) add(frame.function);
  const auto add_calls = [&](const std::vector<CallableId>& calls) {
    for (const CallableId id : calls)
      if (const auto function = goal.program->find((*goal.api)[id].linkage_name)) add(*function);
  };
  std::size_t followed = 0;
  const auto follow_calls = [&](std::size_t limit) {
    for (; followed < result.size() && result.size() < limit; ++followed) {
      const Function& caller = (*goal.program)[result[followed]];
      for (const CallSite& call : caller.calls) {
        if (const auto callee = goal.program->find(call.callee)) add(*callee);
        for (const FunctionId callee : indirect.of(call, caller)) add(callee);
      }
    }
  };
  // What a crash call does before it gets there matters as much as what the frames do themselves; then what shapes
  // its arguments (a parser that fills the document).
  add_calls(goal.crash_calls);
  follow_calls(most / 2);
  if (const std::vector<CallableId> setters = best_setters(goal); !setters.empty()) {
    followed = result.size();  // what the crash calls lead to further away is less than what the state comes from
    add_calls(setters);
    follow_calls(most * 3 / 4);
  }
  add_calls(goal.unit_calls);
  add_calls(goal.setup_calls);
  follow_calls(most);
  return result;
}

ValuePool constants_around(const Goal& goal) {
  constexpr std::size_t kMost = 120;
  ValuePool pool = make_value_pool(*goal.program, neighbourhood(goal, kMost));
  pool.flags = goal.api->constants;
  return pool;
}

}  // namespace reenact
