#include "goal/crash_calls.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <set>
#include <utility>

#include "crash/match.h"

namespace reenact {
namespace {

/// C1 and C3 are C2 in other clothes: one constructor. A class has one destructor, so the plain name of D0, D1 and D2 finds
/// it.
std::string one_variant(std::string name) {
  for (const char* from : {"C1E", "C3E"})
    if (const auto at = name.find(from); at != std::string::npos) name.replace(at, 3, "C2E");
  return name;
}

/// True if any of `calls` was not in `to`.
bool add_new(const std::vector<CallableId>& calls, std::vector<CallableId>& to) {
  const std::size_t before = to.size();
  for (const CallableId id : calls)
    if (std::ranges::find(to, id) == to.end()) to.push_back(id);
  return to.size() > before;
}

/// "area(int) const" of "shapes::Circle::area(int) const".
std::string without_scope(const std::string& name) {
  std::size_t brackets = name.rfind(')');
  for (int depth = 0; brackets != std::string::npos && brackets > 0; --brackets) {
    depth += name[brackets] == ')' ? 1 : name[brackets] == '(' ? -1 : 0;
    if (depth == 0) break;
  }
  if (brackets == std::string::npos) return name;
  const std::size_t scope = name.rfind("::", brackets);
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

class CrashCalls {
 public:
  CrashCalls(const Goal& goal, const ApiModel& api, const CallGraph& graph)
      : goal_(goal), api_(api), graph_(graph), index_(api) {}

  std::vector<CallableId> find() {
    // The frames from the target outwards first: they are known to reach it.
    for (std::size_t i = goal_.target.index(); i < goal_.frames.size() && found_.empty(); ++i)
      add_calls_of((*goal_.program)[goal_.frames[i].function]);
    // `int Circle::area() override` may be private: it is called as a Shape's.
    for (std::size_t i = goal_.target.index(); i < goal_.frames.size() && found_.empty(); ++i)
      add_new(index_.overridden_by((*goal_.program)[goal_.frames[i].function]), found_);
    if (found_.empty()) reach_through(CallKinds::kDirect);
    if (found_.empty()) reach_through(CallKinds::kAll);
    if (found_.empty()) fall_back_to_the_file();
    if (found_.empty()) fall_back_to_all();
    return std::move(found_);
  }

 private:
  void add_calls_of(const Function& function) { add_new(index_.of(function), found_); }

  void reach_through(CallKinds kinds) {
    found_ = calls_reaching(goal_.frames[goal_.target.index()].function, *goal_.program, index_, graph_, kinds);
  }

  /// Nothing in the subject calls it: the C library may (a callback of qsort), or code that is not instrumented.
  void fall_back_to_the_file() {
    const std::string& file = (*goal_.program)[goal_.frames[goal_.target.index()].function].file;
    for (const Function& function : goal_.program->functions)
      if (function.file == file) add_calls_of(function);
  }

  void fall_back_to_all() {
    for (const Callable& callable : api_.callables)
      if (callable.usable && (callable.kind == CallableKind::kMethod || callable.kind == CallableKind::kFunction ||
                              callable.kind == CallableKind::kOperator || callable.kind == CallableKind::kStaticMethod))
        found_.push_back(callable.id);
  }

  const Goal& goal_;
  const ApiModel& api_;
  const CallGraph& graph_;
  const CallableIndex index_;
  std::vector<CallableId> found_;
};

std::vector<CallableId> values_of(const std::multimap<std::string, CallableId>& map, const std::string& key) {
  std::vector<CallableId> result;
  const auto [first, last] = map.equal_range(key);
  for (auto it = first; it != last; ++it) result.push_back(it->second);
  return result;
}

}  // namespace

CallableIndex::CallableIndex(const ApiModel& api) : api_(api) {
  for (const Callable& callable : api.callables) {
    if (!callable.usable || callable.linkage_name.empty()) continue;
    by_linkage_name_.emplace(one_variant(callable.linkage_name), callable.id);
    by_plain_name_.emplace(plain_name(callable.linkage_name), callable.id);
    if (callable.is_virtual)
      virtual_by_signature_.emplace(without_scope(llvm::demangle(callable.linkage_name)), callable.id);
  }
}

std::vector<CallableId> CallableIndex::of(const Function& function) const {
  std::vector<CallableId> result = values_of(by_linkage_name_, one_variant(function.linkage_name));
  return result.empty() ? named(function.linkage_name) : result;
}

std::vector<CallableId> CallableIndex::overridden_by(const Function& function) const {
  return function.slots.empty() ? std::vector<CallableId>()
                                : values_of(virtual_by_signature_, without_scope(function.name));
}

std::vector<CallableId> CallableIndex::leading_to(const Function& function) const {
  std::vector<CallableId> result = of(function);
  return result.empty() ? overridden_by(function) : result;
}

std::vector<TypeId> CallableIndex::destroyed_by(const Function& function) const {
  const std::string name = plain_name(function.name);
  const auto destructor = name.rfind("::~");
  std::vector<TypeId> result;
  if (destructor == std::string::npos) return result;
  for (const Type& type : api_.types)
    if (type.kind == TypeKind::kObject && plain_name(type.spelling) == name.substr(0, destructor))
      result.push_back(type.id);
  return result;
}

std::vector<CallableId> CallableIndex::named(const std::string& name) const {
  return values_of(by_plain_name_, plain_name(name));
}

std::vector<CallableId> calls_reaching(FunctionId function, const ProgramModel& program, const CallableIndex& index,
                                       const CallGraph& graph, CallKinds kinds) {
  constexpr int kMostLevels = 24;
  std::vector<CallableId> found;
  std::set<FunctionId> seen;
  std::vector<FunctionId> frontier{function};
  int levels_left = -1;
  for (int level = 0; level < kMostLevels && !frontier.empty() && levels_left != 0; ++level) {
    std::vector<FunctionId> next;
    for (const FunctionId id : graph.callers_of(frontier, kinds))
      if (seen.insert(id).second) next.push_back(id);
    bool any = false;
    for (const FunctionId id : next) any = add_new(index.of(program[id]), found) || any;
    if (levels_left > 0)
      --levels_left;
    else if (any)
      levels_left = 1;
    frontier = std::move(next);
  }
  return found;
}

std::vector<CallableId> crash_calls(const Goal& goal, const ApiModel& api, const CallGraph& graph) {
  return CrashCalls(goal, api, graph).find();
}

}  // namespace reenact
