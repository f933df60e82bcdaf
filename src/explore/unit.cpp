#include "explore/unit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ranges>
#include <set>

#include "crash/match.h"
#include "goal/crash_calls.h"
#include "program/call_graph.h"
#include "program/function_names.h"
#include "session/find_session.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

bool is_named(const std::string& qualified, const std::string& name) {
  return qualified == name || qualified.ends_with("::" + name);
}

/// Classes and functions of that name, each with its calls.
std::map<std::string, std::vector<CallableId>> by_qualified_name(const Subject& subject, const std::string& name) {
  std::map<std::string, std::vector<CallableId>> result;
  for (const CallableId id : calls_of(subject.api, subject.program, {})) {
    const Callable& callable = subject.api[id];
    const bool has_class = !callable.owner.empty() && !callable.owner.starts_with('/');
    if (has_class && is_named(callable.owner, name))
      result[callable.owner].push_back(id);
    else if (is_named(callable.name, name))
      result[callable.name].push_back(id);
  }
  return result;
}

std::map<std::string, std::vector<CallableId>> by_file(const Subject& subject, const std::string& name) {
  std::map<std::string, std::vector<CallableId>> result;
  for (const CallableId id : calls_of(subject.api, subject.program, {})) {
    const auto function = subject.program.find(subject.api[id].linkage_name);
    if (!function) continue;
    const fs::path file = subject.program[*function].file;
    if (file == name || file.filename() == name || file.stem() == name) result[file.string()].push_back(id);
  }
  return result;
}

/// Is it the function `name`, or one of the class's? Inline ones, too, whatever they return: "ns::Class ns::Class::as<int>() const".
bool belongs_to(const Function& function, const std::string& name) {
  if (name.contains('<') && !function.name.contains(name)) return false;  // one instantiation is meant
  const std::string own = plain_name(function.name), wanted = plain_name(name);
  return own == wanted || own.starts_with(wanted + "::");
}

std::vector<FunctionId> functions_of(const Subject& subject, const Unit& unit) {
  const ProgramModel& program = subject.program;
  std::set<FunctionId> own;
  std::set<std::string> files;
  const auto add = [&](const Function& function) {
    own.insert(function.id);
    files.insert(function.file);
  };
  for (const CallableId id : unit.calls)
    if (const auto function = program.find(subject.api[id].linkage_name)) add(program[*function]);
  for (const Function& function : program.functions)
    if (belongs_to(function, unit.name)) add(function);
  for (const Function& function : program.functions)
    if (files.contains(function.file) && (function.is_internal || unit.name == function.file)) own.insert(function.id);
  return {own.begin(), own.end()};
}

std::string why_dropped(const Subject& subject, const std::string& name) {
  std::string result;
  for (const Dropped& each : subject.api.dropped)
    if (is_named(each.name, name) || each.name.contains(name + "::"))
      result += fmt::format("\n  {}: {}", each.name, each.reason);
  return result;
}

}  // namespace

Expected<Unit> find_unit(const Subject& subject, const std::string& name) {
  auto found = by_qualified_name(subject, name);
  // What is written in full is meant.
  if (const auto exact = found.find(name); exact != found.end()) found = {*exact};
  if (found.empty()) found = by_file(subject, name);
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const auto& each : found) names.push_back(each.first);
    return usage_error(fmt::format("'{}' may be each of these:\n  {}\n  next step: write the one that is meant in full",
                                   name, fmt::join(names, "\n  ")));
  }
  if (found.empty()) {
    if (const std::string dropped = why_dropped(subject, name); !dropped.empty())
      return usage_error(fmt::format("nothing of '{}' can be called:{}", name, dropped));
    return usage_error(fmt::format("there is no public class or function '{}', and no source file of that name{}", name,
                                   nearest_functions(subject.program, name)));
  }
  Unit unit{found.begin()->first, std::move(found.begin()->second), {}};
  unit.functions = functions_of(subject, unit);
  if (unit.functions.empty())
    return usage_error(fmt::format(
        "'{}' has no code of its own that was compiled\n  next step: is its source file in the compilation database?",
        unit.name));
  return unit;
}

Expected<Unit> find_touched(const Subject& subject, const Changes& changes, const std::string& revision) {
  const ProgramModel& program = subject.program;
  Unit unit{"changes since " + revision, {}, touched_functions(program, changes)};
  if (unit.functions.empty()) {
    const auto files = std::views::keys(changes) | std::views::take(10);
    return usage_error(fmt::format("--changed-since {}: what has changed is in no function of the project:\n  {}",
                                   revision, fmt::join(files, "\n  ")));
  }
  const CallableIndex index(subject.api);
  const CallGraph graph(program);
  std::set<CallableId> calls;
  std::vector<std::string> unreached;
  for (const FunctionId id : unit.functions) {
    std::vector<CallableId> found = index.of(program[id]);
    if (found.empty()) found = calls_reaching(id, program, index, graph, CallKinds::kDirect);
    if (found.empty()) found = calls_reaching(id, program, index, graph, CallKinds::kAll);
    if (found.empty()) unreached.push_back(program[id].name);
    calls.insert(found.begin(), found.end());
  }
  if (calls.empty())
    return usage_error(fmt::format("--changed-since {}: no public call leads to what was touched:\n  {}", revision,
                                   fmt::join(unreached, "\n  ")));
  unit.calls.assign(calls.begin(), calls.end());
  return unit;
}

}  // namespace reenact
