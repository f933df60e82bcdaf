#include "testcase/append.h"

#include <algorithm>

namespace reenact {

bool fits(const TestCase& test, const ApiModel& api, const Parameter& parameter, const Argument& argument) {
  if (argument.mode == PassMode::kNull) return parameter.nullable;
  if (argument.source.index() >= test.size()) return false;
  const Statement& source = test[argument.source];
  if (source.kind == StatementKind::kCall && !api[source.callable].result) return false;
  return std::ranges::any_of(parameter.sources, [&](const Source& each) {
    return each.type == source.type && each.mode == argument.mode && each.cast == argument.cast;
  });
}

std::optional<Argument> argument_from(const TestCase& test, const ApiModel& api, const Parameter& parameter,
                                      StatementIndex source) {
  for (const Source& each : parameter.sources)
    if (const Argument argument{source, each.mode, each.cast}; fits(test, api, parameter, argument)) return argument;
  return std::nullopt;
}

std::optional<StatementIndex> append_call(TestCase& test, const ApiModel& api, CallableId callable,
                                          std::span<const Argument> arguments) {
  const Callable& called = api[callable];
  if (!called.usable || arguments.size() != called.parameters.size()) return std::nullopt;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!fits(test, api, called.parameters[i], arguments[i])) return std::nullopt;
  Statement call;
  call.kind = StatementKind::kCall;
  call.callable = callable;
  if (called.result) call.type = *called.result;
  call.first = static_cast<std::uint32_t>(test.arguments.size());
  call.count = static_cast<std::uint32_t>(arguments.size());
  test.arguments.insert(test.arguments.end(), arguments.begin(), arguments.end());
  test.statements.push_back(call);
  return StatementIndex(test.size() - 1);
}

StatementIndex append_scalar(TestCase& test, TypeId type, std::int64_t bits) {
  Statement literal;
  literal.kind = StatementKind::kScalar;
  literal.type = type;
  literal.bits = bits;
  test.statements.push_back(literal);
  return StatementIndex(test.size() - 1);
}

StatementIndex append_text(TestCase& test, TypeId type, std::string_view text) {
  Statement literal;
  literal.kind = StatementKind::kText;
  literal.type = type;
  literal.first = static_cast<std::uint32_t>(test.bytes.size());
  literal.count = static_cast<std::uint32_t>(text.size());
  test.bytes += text;
  test.statements.push_back(literal);
  return StatementIndex(test.size() - 1);
}

StatementIndex append_numbers(TestCase& test, TypeId type, std::span<const std::int64_t> numbers) {
  Statement literal;
  literal.kind = StatementKind::kNumbers;
  literal.type = type;
  literal.first = static_cast<std::uint32_t>(test.numbers.size());
  literal.count = static_cast<std::uint32_t>(numbers.size());
  test.numbers.insert(test.numbers.end(), numbers.begin(), numbers.end());
  test.statements.push_back(literal);
  return StatementIndex(test.size() - 1);
}

}  // namespace reenact
