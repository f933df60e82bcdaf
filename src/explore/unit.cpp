#include "explore/unit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <string_view>

#include "base/text.h"
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

bool is_file(const fs::path& file, const std::string& name) {
  return file == name || file.filename() == name || file.stem() == name;
}

std::map<std::string, std::vector<CallableId>> by_file(const Subject& subject, const std::string& name) {
  std::map<std::string, std::vector<CallableId>> result;
  for (const CallableId id : calls_of(subject.api, subject.program, {})) {
    const auto function = subject.program.find(subject.api[id].linkage_name);
    if (!function) continue;
    const fs::path file = subject.program[*function].file;
    if (is_file(file, name)) result[file.string()].push_back(id);
  }
  return result;
}

/// Is it the function `name`, or one of the class's? Inline ones, too, whatever they return: "ns::Class ns::Class::as<int>() const".
bool belongs_to(const Function& function, const std::string& name) {
  if (name.contains('<') && !function.name.contains(name)) return false;  // one instantiation is meant
  const std::string own = plain_name(function.name), wanted = plain_name(name);
  return own == wanted || own.starts_with(wanted + "::");
}

/// "ns::Class" of "ns::Class::method"; empty: there is none.
std::string scope_of(const std::string& name) {
  const auto end = name.rfind("::");
  return end == std::string::npos ? "" : name.substr(0, end);
}

/// Those of which a constructor or destructor has code; one without either counts as a namespace.
std::set<std::string> classes_of(const ProgramModel& program) {
  std::set<std::string> result;
  for (const Function& each : program.functions) {
    const std::string name = plain_name(each.name), scope = scope_of(name);
    std::string_view own = unqualified(name);
    if (own.starts_with('~')) own.remove_prefix(1);
    if (!scope.empty() && unqualified(scope) == own) result.insert(scope);
  }
  return result;
}

/// Functions outside of `classes` that nothing but `own` calls: code of a class in files of their own (`ScanScalar` of `Scanner`).
void add_helpers(const Subject& subject, const std::set<std::string>& classes, std::set<FunctionId>& own) {
  const ProgramModel& program = subject.program;
  const CallableIndex index(subject.api);
  const CallGraph graph(program);
  const auto is_helper = [&](const Function& function) {
    if (is_held(function) || !index.of(function).empty()) return false;
    const std::vector<FunctionId> callers = graph.callers_of(std::span(&function.id, 1), CallKinds::kAll);
    return std::ranges::all_of(callers, [&](FunctionId id) { return id == function.id || own.contains(id); }) &&
           !classes.contains(scope_of(plain_name(function.name)));
  };
  std::vector<FunctionId> waiting(own.begin(), own.end());
  while (!waiting.empty()) {
    const Function& caller = program[waiting.back()];
    waiting.pop_back();
    for (const CallSite& call : caller.calls) {
      const auto callee = program.find(call.callee);
      if (callee && !own.contains(*callee) && is_helper(program[*callee]) && own.insert(*callee).second)
        waiting.push_back(*callee);
    }
  }
}

/// The functions that are `name`, a function, a class or a file; those of `own`; and the helpers of all these.
std::vector<FunctionId> functions_of(const Subject& subject, const std::string& name, std::set<FunctionId> own) {
  const ProgramModel& program = subject.program;
  for (const Function& function : program.functions)
    if (belongs_to(function, name)) own.insert(function.id);
  std::set<std::string> files;
  for (const FunctionId id : own) files.insert(program[id].file);
  for (const Function& function : program.functions)
    if (function.file == name || (function.is_internal && files.contains(function.file))) own.insert(function.id);
  if (const auto classes = classes_of(program); classes.contains(name)) add_helpers(subject, classes, own);
  return {own.begin(), own.end()};
}

/// Those of a unit whose calls are functions of its own.
std::vector<FunctionId> functions_of(const Subject& subject, const Unit& unit) {
  std::set<FunctionId> called;
  for (const CallableId id : unit.calls)
    if (const auto function = subject.program.find(subject.api[id].linkage_name)) called.insert(*function);
  return functions_of(subject, unit.name, std::move(called));
}

/// Classes, else functions, else files of that name, whether the public can call them or not.
std::set<std::string> defined_by_name(const ProgramModel& program, const std::string& name) {
  std::set<std::string> classes, functions, files;
  for (const Function& function : program.functions) {
    const std::string own = plain_name(function.name);
    if (const std::string scope = scope_of(own); !scope.empty() && is_named(scope, name)) classes.insert(scope);
    if (is_named(own, name)) functions.insert(own);
    if (is_file(function.file, name)) files.insert(function.file);
  }
  return !classes.empty() ? classes : !functions.empty() ? functions : files;
}

struct WaysIn {
  std::vector<CallableId> calls;
  std::vector<std::string> unreached;  // functions that no public call leads to
};

/// The calls that are these functions or, where the public cannot call one, lead to it.
WaysIn ways_into(const std::vector<FunctionId>& functions, const Subject& subject) {
  const ProgramModel& program = subject.program;
  const CallableIndex index(subject.api);
  const CallGraph graph(program);
  std::set<CallableId> calls;
  WaysIn result;
  for (const FunctionId id : functions) {
    std::vector<CallableId> found = index.of(program[id]);
    if (found.empty()) found = calls_reaching(id, program, index, graph, CallKinds::kDirect);
    if (found.empty()) found = calls_reaching(id, program, index, graph, CallKinds::kAll);
    if (found.empty()) result.unreached.push_back(program[id].name);
    calls.insert(found.begin(), found.end());
  }
  result.calls.assign(calls.begin(), calls.end());
  return result;
}

/// There are several units of the name that the user gave.
std::unexpected<Error> ambiguous(const std::string& name, auto&& units) {
  return usage_error(fmt::format("'{}' may be each of these:\n  {}\n  next step: write the one that is meant in full",
                                 name, fmt::join(units, "\n  ")));
}

std::string why_dropped(const Subject& subject, const std::string& name) {
  std::string result;
  for (const Dropped& each : subject.api.dropped)
    if (is_named(each.name, name) || each.name.contains(name + "::"))
      result += fmt::format("\n  {}: {}", each.name, each.reason);
  return result;
}

/// A class, a function or a file that the public cannot call, with the public calls that lead to it.
Expected<Unit> find_hidden(const Subject& subject, const std::string& name) {
  const std::set<std::string> names = defined_by_name(subject.program, name);
  if (names.size() > 1) return ambiguous(name, names);
  if (names.empty())
    return usage_error(fmt::format("there is no class or function '{}', and no source file of that name{}", name,
                                   nearest_functions(subject.program, name)));
  Unit unit{*names.begin(), {}, functions_of(subject, *names.begin(), {})};
  unit.calls = ways_into(unit.functions, subject).calls;
  if (unit.calls.empty())
    return usage_error(fmt::format("nothing of '{}' can be called, and no public call leads to it{}", name,
                                   why_dropped(subject, name)));
  return unit;
}

}  // namespace

Expected<Unit> find_unit(const Subject& subject, const std::string& name) {
  auto found = by_qualified_name(subject, name);
  // What is written in full is meant.
  if (const auto exact = found.find(name); exact != found.end()) found = {*exact};
  if (found.empty()) found = by_file(subject, name);
  if (found.empty()) return find_hidden(subject, name);
  if (found.size() > 1) return ambiguous(name, std::views::keys(found));
  Unit unit{found.begin()->first, std::move(found.begin()->second), {}};
  unit.functions = functions_of(subject, unit);
  if (unit.functions.empty())
    return usage_error(fmt::format(
        "'{}' has no code of its own that was compiled\n  next step: is its source file in the compilation database?",
        unit.name));
  return unit;
}

Expected<Unit> find_touched(const Subject& subject, const Changes& changes, const std::string& revision) {
  Unit unit{"changes since " + revision, {}, touched_functions(subject.program, changes)};
  if (unit.functions.empty()) {
    const auto files = std::views::keys(changes) | std::views::take(10);
    return usage_error(fmt::format("--changed-since {}: what has changed is in no function of the project:\n  {}",
                                   revision, fmt::join(files, "\n  ")));
  }
  WaysIn ways = ways_into(unit.functions, subject);
  if (ways.calls.empty())
    return usage_error(fmt::format("--changed-since {}: no public call leads to what was touched:\n  {}", revision,
                                   fmt::join(ways.unreached, "\n  ")));
  unit.calls = std::move(ways.calls);
  return unit;
}

}  // namespace reenact
