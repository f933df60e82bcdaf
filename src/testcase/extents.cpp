#include "testcase/extents.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "testcase/field_lengths.h"

namespace reenact {
namespace {

/// char, void, std::byte: what is counted in bytes. Not the rows of `char (*names)[16]`, nor the texts of `const char* const* names`.
bool counts_bytes(const Type& pointer) {
  if (pointer.spelling.contains("(*)[") || std::ranges::count(pointer.spelling, '*') > 1) return false;
  return pointer.kind == TypeKind::kText || pointer.spelling.contains("void") || pointer.spelling.contains("char") ||
         pointer.spelling.contains("std::byte");
}

std::uint64_t extent_of_literal(const ApiModel& api, const Statement& literal, PassMode mode, bool in_bytes) {
  const Type& type = api[literal.type];
  if (type.kind == TypeKind::kText) return literal.count + (mode == PassMode::kCString ? 1 : 0);
  if (type.kind == TypeKind::kNumbers) return literal.count * (in_bytes ? api[type.element].bits / 8 : 1);
  return in_bytes ? type.bits / 8 : 1;
}

/// Of what a call made; a pointer that the library returned may point to anything.
std::optional<std::uint64_t> extent_of_made(const Callable& maker) {
  switch (maker.kind) {
    case CallableKind::kArray:
      return maker.is_room ? kRoomElements : maker.parameters.size();
    case CallableKind::kConstructor:
    case CallableKind::kVariable:
    case CallableKind::kStub:
      return 1;
    case CallableKind::kFieldRead:
      return maker.result_is_reference ? std::optional<std::uint64_t>(1) : std::nullopt;
    default:
      return std::nullopt;
  }
}

/// Does `argument` lead to memory that the callee sees as an array? An object is one; a standard container knows its size.
bool is_array(const TestCase& test, const ApiModel& api, const Parameter& parameter, const Argument& argument) {
  switch (argument.mode) {
    case PassMode::kNull:
    case PassMode::kLength:
      return false;
    case PassMode::kCString:
    case PassMode::kBuffer:
      return true;
    case PassMode::kAddress:
    case PassMode::kLoad:
      break;
  }
  const Statement& source = test[argument.source];
  if (source.kind == StatementKind::kCall) return api[source.callable].kind == CallableKind::kArray;
  return source.kind == StatementKind::kScalar && api[parameter.type].kind == TypeKind::kPointer;
}

/// Does the call of `callable` say how long what is passed as parameter `k` has to be?
bool is_length_told(const ApiModel& api, const Callable& callable, std::uint32_t k, const Argument& argument) {
  const Parameter& parameter = callable.parameters[k];
  const bool is_const = api[parameter.type].spelling.starts_with("const ");
  return parameter.least > 0 || !parameter.measured_by.empty() || (argument.mode == PassMode::kCString && is_const) ||
         std::ranges::any_of(callable.parameters, [&](const Parameter& each) { return each.length_of == k; });
}

/// The largest memory that what was passed along with a variable can speak of.
class MostPassed {
 public:
  /// In the calls before statement `user`.
  MostPassed(const TestCase& test, const ApiModel& api, std::size_t user)
      : test_(test), api_(api), user_(user), seen_(test.size()) {}

  void add(const Argument& argument) {
    if (argument.mode == PassMode::kNull || seen_[argument.source.index()]) return;
    seen_[argument.source.index()] = true;
    const Statement& source = test_[argument.source];
    switch (source.kind) {
      case StatementKind::kScalar:
        multiply(claimed_by(test_, api_, argument).value_or(0));
        break;
      case StatementKind::kText:
      case StatementKind::kNumbers:
        literals_ += source.count + 1;
        break;
      case StatementKind::kCall:
        add_calls_with(argument.source);
        break;
    }
  }

  /// In elements of `size` bytes, at most.
  [[nodiscard]] std::uint64_t count(std::uint64_t size) const { return product_.value_or(0) * size + literals_; }

 private:
  static constexpr std::uint64_t kMost = 1u << 20;

  void multiply(std::uint64_t number) {
    product_ = std::min(kMost, std::clamp<std::uint64_t>(number, 1, kMost) * product_.value_or(1));
  }
  void add_calls_with(StatementIndex made) {
    for (std::size_t i = made.index(); i < user_; ++i) {
      const Statement& call = test_.statements[i];
      if (call.kind != StatementKind::kCall) continue;
      const auto arguments = test_.arguments_of(call);
      const bool has_it = i == made.index() || std::ranges::any_of(arguments, [&](const Argument& each) {
                            return each.mode != PassMode::kNull && each.source == made;
                          });
      // What it was claimed to have before says nothing.
      for (std::size_t k = 0; has_it && k < arguments.size(); ++k)
        if (i == made.index() || !api_[call.callable].parameters[k].length_of) add(arguments[k]);
    }
  }

  const TestCase& test_;
  const ApiModel& api_;
  const std::size_t user_;
  std::vector<bool> seen_;
  std::optional<std::uint64_t> product_;  // of all numbers; none: there is no number
  std::uint64_t literals_ = 0;            // elements of texts and arrays, each with a NUL
};

}  // namespace

bool may_reach(const TestCase& test, const ApiModel& api, std::size_t user, const Parameter& buffer,
               const Argument& argument, std::uint64_t claimed) {
  if (claimed == 0) return true;
  constexpr std::uint64_t kLargeElement = 16;
  MostPassed most(test, api, user);
  most.add(argument);
  return claimed <= most.count(counts_bytes(api[buffer.type]) ? kLargeElement : 1);
}

bool are_extents_known(const TestCase& test, const ApiModel& api) {
  for (const Statement& call : test.statements) {
    if (call.kind != StatementKind::kCall) continue;
    const Callable& callable = api[call.callable];
    for (std::uint32_t k = 0; k < call.count && k < callable.parameters.size(); ++k) {
      const Argument& argument = test.arguments[call.first + k];
      if (is_array(test, api, callable.parameters[k], argument) && !is_length_told(api, callable, k, argument))
        return false;
    }
  }
  return true;
}

bool claims_unknown_extents(const TestCase& test, const ApiModel& api) {
  return std::ranges::any_of(test.statements, [&](const Statement& call) {
    if (call.kind != StatementKind::kCall) return false;
    const auto arguments = test.arguments_of(call);
    const auto& parameters = api[call.callable].parameters;
    for (std::size_t k = 0; k < arguments.size() && k < parameters.size(); ++k) {
      const auto of = parameters[k].length_of;
      if (!of || *of >= arguments.size() || arguments[*of].mode == PassMode::kNull) continue;
      const bool is_literal =
          arguments[k].mode != PassMode::kLength && test[arguments[k].source].kind == StatementKind::kScalar;
      if (is_literal && !extent_of(test, api, parameters[*of], arguments[*of])) return true;
    }
    return false;
  });
}

std::optional<std::uint64_t> extent_of(const TestCase& test, const ApiModel& api, const Parameter& buffer,
                                       const Argument& argument) {
  if (argument.mode == PassMode::kNull) return 0;
  const Statement& source = test[argument.source];
  const bool in_bytes = counts_bytes(api[buffer.type]);
  if (source.kind != StatementKind::kCall) return extent_of_literal(api, source, argument.mode, in_bytes);
  if (const Callable& maker = api[source.callable];
      maker.kind == CallableKind::kFieldRead && !maker.result_is_reference)
    if (const auto put = put_into_field(test, api, argument.source)) return extent_of(test, api, buffer, *put);
  // Objects are as large as the compiler makes them.
  if (in_bytes) return std::nullopt;
  if (argument.mode == PassMode::kAddress) return 1;
  return extent_of_made(api[source.callable]);
}

std::optional<std::uint64_t> claimed_by(const TestCase& test, const ApiModel& api, const Argument& argument) {
  if (argument.mode == PassMode::kNull) return 0;
  const Statement& source = test[argument.source];
  if (argument.mode == PassMode::kLength) return source.count;
  if (source.kind != StatementKind::kScalar) return std::nullopt;
  const std::uint32_t bits = api[source.type].bits;
  const auto value = static_cast<std::uint64_t>(source.bits);
  if (bits == 0 || bits >= 64 || is_negative(test, api, argument)) return value;
  return value & ((std::uint64_t{1} << bits) - 1);
}

std::optional<std::uint64_t> measure_of(const TestCase& test, const ApiModel& api, const Statement& call,
                                        std::size_t k) {
  const Parameter& array = api[call.callable].parameters[k];
  if (array.measured_by.empty()) return std::nullopt;
  std::uint64_t result = array.measured_unit;
  for (const std::uint32_t each : array.measured_by) {
    if (each >= call.count) return std::nullopt;
    const Argument& factor = test.arguments[call.first + each];
    const auto claimed = claimed_by(test, api, factor);
    if (!claimed || is_negative(test, api, factor)) return std::nullopt;
    if (__builtin_mul_overflow(result, *claimed, &result)) return std::numeric_limits<std::uint64_t>::max();
  }
  return result;
}

bool is_negative(const TestCase& test, const ApiModel& api, const Argument& argument) {
  if (argument.mode == PassMode::kNull || argument.mode == PassMode::kLength) return false;
  const Statement& source = test[argument.source];
  const Type& type = api[source.type];
  if (source.kind != StatementKind::kScalar || !type.is_signed) return false;
  const std::uint32_t bits = type.bits == 0 || type.bits > 64 ? 64 : type.bits;
  return ((static_cast<std::uint64_t>(source.bits) >> (bits - 1)) & 1) != 0;
}

}  // namespace reenact
