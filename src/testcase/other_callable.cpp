#include "testcase/other_callable.h"

#include <algorithm>

namespace reenact {

void adapt_arguments(TestCase& test, std::size_t at, const ApiModel& api) {
  const Statement& call = test.statements[at];
  for (std::size_t k = 0; k < call.count; ++k) {
    Argument& argument = test.arguments[call.first + k];
    if (argument.mode == PassMode::kNull || argument.mode == PassMode::kLength) continue;
    const auto& sources = api[call.callable].parameters[k].sources;
    const TypeId type = test[argument.source].type;
    const auto is_used = [&](const Source& each) {
      return each.type == type && each.mode == argument.mode && each.cast == argument.cast;
    };
    if (std::ranges::any_of(sources, is_used)) continue;
    const auto other = std::ranges::find(sources, type, &Source::type);
    if (other != sources.end()) argument = {argument.source, other->mode, other->cast};
  }
}

bool fit_users(TestCase& test, std::size_t at, const ApiModel& api) {
  const TypeId type = test.statements[at].type;
  for (std::size_t user = at + 1; user < test.size(); ++user) {
    for (std::size_t k = 0; k < test.arguments_of(test.statements[user]).size(); ++k) {
      Argument& argument = test.arguments[test.statements[user].first + k];
      if (argument.mode == PassMode::kNull || argument.source.index() != at) continue;
      const Parameter& parameter = api[test.statements[user].callable].parameters[k];
      const auto source = std::ranges::find(parameter.sources, type, &Source::type);
      const bool would_be_freed_twice = parameter.owns && api[type].kind == TypeKind::kObject;
      if (would_be_freed_twice || source == parameter.sources.end()) return false;
      argument.mode = source->mode;
      argument.cast = source->cast;
    }
  }
  return true;
}

std::optional<TestCase> with_maker(const TestCase& test, std::size_t at, CallableId other, const ApiModel& api) {
  TestCase result = test;
  const Callable& maker = api[other];
  result.statements[at].callable = other;
  if (!maker.result) return result;
  result.statements[at].type = *maker.result;
  return fit_users(result, at, api) ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace reenact
