// What a test breaks, as the test's comment and the headline say it.
#include <fmt/format.h>

#include <algorithm>

#include "testcase/contract_mending.h"
#include "testcase/extents.h"
#include "testcase/field_lengths.h"

namespace reenact {
namespace {

/// "3 elements", "1 byte".
std::string amount(std::uint64_t count, std::string_view of) {
  return fmt::format("{} {}{}", count, of, count == 1 ? "" : "s");
}

/// Who first gets the struct that statement `write` writes a field of.
std::size_t user_of(const TestCase& test, const ApiModel& api, std::size_t write) {
  const StatementIndex object = test.arguments[test.statements[write].first].source;
  for (std::size_t i = write + 1; i < test.size(); ++i) {
    const Statement& user = test.statements[i];
    if (user.kind != StatementKind::kCall || fills_beside(user, test.statements[write], api)) continue;
    for (const Argument& each : test.arguments_of(user))
      if (each.mode != PassMode::kNull && each.source == object) return i;
  }
  return test.size();
}

/// The buffer that a length describes, beside it in a call or in a struct.
std::optional<Described> described_by(const TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const Statement& call = test[broken.call];
  const auto& parameters = api[call.callable].parameters;
  const auto& buffer = parameters[broken.parameter].length_of;
  if (buffer) return Described{.buffer = &parameters[*buffer], .given = test.arguments[call.first + *buffer]};
  return described_by_field(test, api, broken.call.index(), user_of(test, api, broken.call.index()));
}

/// "of 9 for 2 bytes"
std::string length_in_words(const TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const auto described = described_by(test, api, broken);
  const Argument& length = test.arguments[test[broken.call].first + broken.parameter];
  const Argument whole = described ? described->given : Argument();
  const bool is_known = described && !described->is_of_library;
  const auto claimed = claimed_by(test, api, length);
  const bool is_at_end = is_known && described->at_end;
  const auto extent = is_at_end  ? described->at_end
                      : is_known ? extent_of(test, api, *described->buffer, whole)
                                 : std::nullopt;
  const bool is_text = whole.mode != PassMode::kNull && api[test[whole.source].type].kind == TypeKind::kText;
  const std::string told = !claimed                         ? "of its own making"
                           : is_negative(test, api, length) ? fmt::format("of {}", static_cast<std::int64_t>(*claimed))
                                                            : fmt::format("of {}", *claimed);
  const std::string real = !is_known                                     ? "what the library has made"
                           : !is_at_end && whole.mode == PassMode::kNull ? "a null pointer"
                           : !extent                                     ? "memory that may be shorter"
                                     : amount(*extent, is_text ? "byte" : "element");
  return fmt::format("a length {} for {}", told, real);
}

std::string function_of(const Callable& callable) {
  if (callable.kind == CallableKind::kCallback) return "a callback";
  return callable.name.empty() ? "a call" : callable.name;
}

/// "passes 1 element for `xs` of area, which has to have 3 by `n`"
std::string measure_in_words(const TestCase& test, const ApiModel& api, const BrokenContract& broken,
                             std::uint64_t measured) {
  const Statement& call = test[broken.call];
  const auto& parameters = api[call.callable].parameters;
  const Parameter& array = parameters[broken.parameter];
  const auto extent = extent_of(test, api, array, test.arguments[call.first + broken.parameter]);
  std::string by;
  for (const std::uint32_t each : array.measured_by)
    by += fmt::format("{}{}", by.empty() ? "" : " * ", parameters[each].name);
  if (array.measured_unit != 1) by += fmt::format(" * {}", array.measured_unit);
  return fmt::format("passes {} for `{}` of {}, which has to have {} by `{}`", amount(extent.value_or(0), "element"),
                     array.name, function_of(api[call.callable]), measured, by);
}

/// "frees with listener_free what bell_add has handed over to an object that bell_ring gets later"
std::string early_end_in_words(const TestCase& test, const ApiModel& api, const BrokenContract& broken) {
  const auto early = early_end_of(test, api, broken);
  if (!early) return "";
  const std::string keeps = function_of(api[test.statements[early->registration].callable]);
  if (!early->release) return fmt::format("destroys what {} has handed over, before the object that keeps it", keeps);
  return fmt::format("frees with {} what {} has handed over to an object that {} gets later",
                     function_of(api[test.statements[*early->release].callable]), keeps,
                     function_of(api[test[broken.call].callable]));
}

}  // namespace

std::string in_words(const BrokenContract& broken, const TestCase& test, const ApiModel& api) {
  const Statement& call = test[broken.call];
  const Callable& callable = api[call.callable];
  const std::string to = function_of(callable);
  switch (broken.what) {
    case Contract::kLength:
      if (const auto measured = measure_of(test, api, call, broken.parameter))
        return measure_in_words(test, api, broken, *measured);
      return fmt::format("{} {} to {}", callable.length_of_field || callable.length_at_end ? "writes" : "passes",
                         length_in_words(test, api, broken), to);
    case Contract::kExtent: {
      const Parameter& parameter = callable.parameters[broken.parameter];
      const auto extent = extent_of(test, api, parameter, test.arguments[call.first + broken.parameter]);
      return fmt::format("passes {} for `{}` of {}, which is declared to have {}",
                         amount(extent.value_or(0), "element"), parameter.name, to, parameter.least);
    }
    case Contract::kNull:
      return fmt::format("passes null for `{}` of {}, which needs one", callable.parameters[broken.parameter].name, to);
    case Contract::kShown:
      return fmt::format("passes null for `{}` of {}, where the report shows a pointer",
                         callable.parameters[broken.parameter].name, to);
    case Contract::kKept:
      return early_end_in_words(test, api, broken);
    case Contract::kReleased: {
      if (deletes_what_others_made(test, api, callable.parameters[broken.parameter],
                                   test.arguments[call.first + broken.parameter]))
        return fmt::format("calls {} of what it has not made with `new`", to);
      if (frees_what_it_holds(callable, callable.parameters[broken.parameter]))
        return "frees with a callback what the test still holds, each time that it is called";
      if (frees_literal(callable.parameters[broken.parameter], test.arguments[call.first + broken.parameter]))
        return fmt::format("passes to {}, which frees it, an array of its own", to);
      const auto earlier = too_much(test, api, broken);
      const std::string by = earlier ? function_of(api[test.statements[*earlier].callable]) : "an earlier call";
      return fmt::format("passes to {} what {} has freed or taken over", to, by);
    }
    case Contract::kForged:
      if (writes_what_is_the_librarys(test, api, call))
        return fmt::format("writes {}, which is the library's own", callable.name);
      return fmt::format("passes a {} to {} that no call of the library has set up",
                         api[test[test.arguments[call.first + broken.parameter].source].type].spelling, to);
    case Contract::kIterator:
      if (api[callable.parameters[broken.parameter].type].kind == TypeKind::kPointer &&
          callable.parameters[broken.parameter].type ==
              callable.parameters[*callable.parameters[broken.parameter].belongs_to].type)
        return fmt::format("passes a range to {} that ends in another object than it begins in", to);
      return fmt::format("passes an iterator to {} that does not come from the same object", to);
    case Contract::kPastEnd:
      return fmt::format("reads behind the last element with {}", to);
    case Contract::kStale:
      return fmt::format("passes an iterator to {} whose object was changed since", to);
    case Contract::kFormat:
      return fmt::format("passes a format to {} that asks for arguments it does not pass", to);
    case Contract::kFreed:
      return fmt::format("hands over `free`, and passes to {} what malloc did not make, or what was handed over before",
                         to);
    case Contract::kNamed: {
      const Statement& literal = test[test.arguments[call.first + broken.parameter].source];
      return fmt::format("passes {} to {} as {}, which has no such value", literal.bits, to,
                         api[literal.type].spelling);
    }
  }
  return "";
}

std::vector<std::string> words_of_broken(const TestCase& test, const ApiModel& api) {
  std::vector<std::string> result;
  for (const BrokenContract& broken : broken_contracts(test, api))
    if (std::string words = in_words(broken, test, api); std::ranges::find(result, words) == result.end())
      result.push_back(std::move(words));
  return result;
}

}  // namespace reenact
