#include "explore/doubts.h"

#include <fmt/format.h>

#include <algorithm>

#include "testcase/contracts.h"
#include "testcase/extents.h"
#include "testcase/plain_making.h"

namespace reenact {
namespace {

bool takes_more(const Callable& callable) { return std::ranges::any_of(callable.parameters, &Parameter::is_formatted); }

/// `configure(handle, option, ...)`: what follows depends on the option. What printf takes, the format says.
bool has_unknown_arguments(const Callable& callable, const ApiModel& api) {
  if (callable.linkage_name.empty() || std::ranges::any_of(callable.parameters, &Parameter::is_format)) return false;
  return takes_more(callable) || std::ranges::any_of(api.callables, [&](const Callable& other) {
           return other.linkage_name == callable.linkage_name && takes_more(other);
         });
}

/// `[](void*, unsigned long) -> void* { return {}; }`, also behind a call.
bool returns_null(const Callable& callback) {
  const std::string& text = callback.expression;
  return text.contains("* {") && text.contains("return {}; }");
}

/// Does it call on with a null that was given when it was made? Arguments that it gets when it is called have no sources.
bool passes_null(const TestCase& test, const Statement& made, const Callable& callback) {
  const auto arguments = test.arguments_of(made);
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].mode == PassMode::kNull && !callback.parameters[k].sources.empty()) return true;
  return false;
}

/// `d->size = 130;`, where a call has made `*d`, or a part of it: its fields may be the library's own. Options that the test makes are its.
bool writes_into_made(const TestCase& test, const Statement& write, const ApiModel& api) {
  const Argument& object = test.arguments[write.first];
  if (object.mode == PassMode::kNull || test[object.source].kind != StatementKind::kCall) return false;
  const Callable& maker = api[test[object.source].callable];
  if (maker.kind == CallableKind::kFieldRead) return writes_into_made(test, test[object.source], api);
  return maker.result && api[*maker.result].kind == TypeKind::kPointer && maker.kind != CallableKind::kVariable;
}

std::string doubt_about_call(const TestCase& test, const Statement& call, const ApiModel& api) {
  const Callable& callable = api[call.callable];
  if (callable.kind == CallableKind::kCallback) {
    if (returns_null(callable)) return "a callback returns null";
    if (passes_null(test, call, callable)) return "a callback passes null on";
  }
  if (callable.kind == CallableKind::kFieldWrite && call.count > 0 && writes_into_made(test, call, api))
    return fmt::format("writes {} of an object that the library has made", callable.name);
  if (has_unknown_arguments(callable, api))
    return fmt::format("nothing tells what {} takes behind its named arguments", callable.name);
  return "";
}

}  // namespace

std::string doubt_about(const TestCase& test, const ApiModel& api) {
  if (const auto broken = words_of_broken(test, api); !broken.empty()) return broken.front();
  if (claims_unknown_extents(test, api)) return "claims a length of memory that the test did not make";
  for (const Statement& each : test.statements)
    if (each.kind == StatementKind::kCall)
      if (std::string doubt = doubt_about_call(test, each, api); !doubt.empty()) return doubt;
  return "";
}

std::vector<std::pair<std::size_t, std::size_t>> nulls_passed_on(
    const TestCase& test, const ApiModel& api, const std::function<bool(const TestCase&)>& crashes_so) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& call = test.statements[i];
    if (call.kind != StatementKind::kCall) continue;
    for (std::size_t k = 0; k < call.count; ++k) {
      const Argument& given = test.arguments[call.first + k];
      if (given.mode != PassMode::kLoad || test[given.source].kind != StatementKind::kCall) continue;
      const CallableKind maker = api[test[given.source].callable].kind;
      if (maker == CallableKind::kArray || maker == CallableKind::kVariable || maker == CallableKind::kCallback)
        continue;
      if (crashes_so(with_argument(test, i, k, {given.source, PassMode::kNull, kNoCast}))) result.emplace_back(i, k);
    }
  }
  return result;
}

}  // namespace reenact
