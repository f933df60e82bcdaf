#include "testcase/field_lengths.h"

#include <algorithm>
#include <string_view>

#include "testcase/extents.h"

namespace reenact {
namespace {

/// Who put what it is into a field that no statement writes.
enum class Origin { kNobody, kLibrary, kUnknown };

/// Of the struct `made`, when statement `use` begins.
Origin origin_of(const TestCase& test, const ApiModel& api, StatementIndex made, std::size_t use) {
  const Statement& maker = test[made];
  if (maker.kind != StatementKind::kCall) return Origin::kUnknown;
  const CallableKind kind = api[maker.callable].kind;
  if (kind == CallableKind::kFunction || kind == CallableKind::kMethod || kind == CallableKind::kStaticMethod ||
      kind == CallableKind::kConstructor)
    return Origin::kLibrary;
  // A call that sets the struct up is not looked into.
  if (kind != CallableKind::kVariable || maker.count > 0) return Origin::kUnknown;
  for (std::size_t i = made.index() + 1; i < use; ++i) {
    const Statement& other = test.statements[i];
    if (other.kind != StatementKind::kCall || api[other.callable].kind == CallableKind::kFieldWrite) continue;
    for (const Argument& each : test.arguments_of(other))
      if (each.mode != PassMode::kNull && each.source == made) return Origin::kUnknown;
  }
  return Origin::kNobody;
}

/// `mesh m{weights, 1};`, and nothing behind it.
bool has_braces_alone(const Callable& callable) {
  constexpr std::string_view kBegin = " {r}{";
  const std::string_view text = callable.declaration;
  return callable.kind == CallableKind::kConversion && text.starts_with(callable.owner) &&
         text.substr(callable.owner.size()).starts_with(kBegin) && !text.contains('\n');
}

/// "position_x" of `position.x`: as flattened aggregates name what is in a struct in a struct.
bool is_flattened(std::string_view name, std::string_view path) {
  return std::ranges::equal(name, path, [](char a, char b) { return a == (b == '.' ? '_' : b); });
}

/// What the braces of an aggregate give the field that `field` writes or reads, if that has not been set since; null where they leave it
/// out. nullopt: `made` is no aggregate.
std::optional<Argument> given_in_braces(const TestCase& test, const ApiModel& api, StatementIndex made,
                                        const Callable& field) {
  const Statement& maker = test[made];
  if (maker.kind != StatementKind::kCall) return std::nullopt;
  const Callable& braces = api[maker.callable];
  if (!has_braces_alone(braces) || braces.owner != field.owner) return std::nullopt;
  const std::string_view path =
      std::string_view(field.name).substr(std::min(field.name.size(), field.owner.size() + 2));
  for (std::size_t k = 0; k < maker.count && k < braces.parameters.size(); ++k)
    if (is_flattened(braces.parameters[k].name, path)) return test.arguments[maker.first + k];
  return Argument();
}

/// How many elements the array at the end of the struct `made` has; nullopt: that is not known.
std::optional<Described> described_at_end(const TestCase& test, const ApiModel& api, StatementIndex made) {
  const Statement& maker = test[made];
  if (maker.kind != StatementKind::kCall) return std::nullopt;
  const Callable& callable = api[maker.callable];
  switch (callable.kind) {
    case CallableKind::kFunction:
    case CallableKind::kMethod:
    case CallableKind::kStaticMethod:
      return Described{.is_of_library = true};
    case CallableKind::kConversion:  // `packet p{7};`
      return Described{.at_end = 0};
    case CallableKind::kVariable:
      break;
    default:
      return std::nullopt;
  }
  if (callable.expression == "nullptr") return std::nullopt;
  if (maker.count == 0) return Described{.at_end = 0};
  // Of characters and numbers a literal gives them all.
  const Argument& first = test.arguments[maker.first];
  if (!callable.parameters.back().length_of) return Described{.at_end = maker.count};
  return Described{.at_end = first.mode == PassMode::kNull ? 0 : test[first.source].count};
}

}  // namespace

bool fills_beside(const Statement& call, const Statement& write, const ApiModel& api) {
  const Callable& filler = api[call.callable];
  return filler.kind == CallableKind::kFieldWrite || filler.length_of_field ||
         api[write.callable].length_of_field == call.callable;
}

std::optional<Argument> put_into_field(const TestCase& test, const ApiModel& api, StatementIndex read) {
  const Callable& field = api[test[read].callable];
  const Argument& object = test.arguments[test[read].first];
  if (object.mode == PassMode::kNull) return std::nullopt;
  std::optional<Argument> put = given_in_braces(test, api, object.source, field);
  for (std::size_t i = object.source.index() + 1; put && i < read.index(); ++i) {
    const Statement& other = test.statements[i];
    if (other.kind != StatementKind::kCall) continue;
    const Callable& callable = api[other.callable];
    const bool is_write = callable.kind == CallableKind::kFieldWrite && callable.name == field.name;
    const auto arguments = test.arguments_of(other);
    for (const Argument& each : arguments)
      if (each.mode != PassMode::kNull && each.source == object.source && callable.kind != CallableKind::kFieldRead) {
        if (is_write)
          put = arguments[1];
        else if (callable.kind != CallableKind::kFieldWrite)
          return std::nullopt;
      }
  }
  return put;
}

std::optional<Described> described_by_field(const TestCase& test, const ApiModel& api, std::size_t write,
                                            std::size_t use) {
  const Statement& length = test.statements[write];
  const Callable& setter = api[length.callable];
  const auto& field = setter.length_of_field;
  if ((!field && !setter.length_at_end) || length.count != 2) return std::nullopt;
  const Argument& object = test.arguments[length.first];
  if (object.mode == PassMode::kNull) return std::nullopt;
  if (setter.length_at_end) return described_at_end(test, api, object.source);
  Described result{.buffer = &api[*field].parameters[1]};
  bool is_written = false;
  for (std::size_t i = object.source.index() + 1; i < use; ++i) {
    const Statement& other = test.statements[i];
    if (other.kind != StatementKind::kCall || other.callable != *field) continue;
    const Argument& its = test.arguments[other.first];
    if (its.mode == PassMode::kNull || its.source != object.source) continue;
    result.given = test.arguments[other.first + 1];
    is_written = true;
  }
  if (is_written) return result;
  // A setter may come with an object that has room of its own.
  if (setter.kind != CallableKind::kFieldWrite) return std::nullopt;
  if (const auto given = given_in_braces(test, api, object.source, api[*field])) {
    result.given = *given;
    return result;
  }
  const Origin origin = origin_of(test, api, object.source, use);
  if (origin == Origin::kUnknown) return std::nullopt;
  result.is_of_library = origin == Origin::kLibrary;
  return result;
}

bool field_length_agrees(const TestCase& test, const ApiModel& api, std::size_t write, std::size_t use) {
  const auto described = described_by_field(test, api, write, use);
  if (!described) return true;
  const Argument& length = test.arguments[test.statements[write].first + 1];
  const auto claimed = claimed_by(test, api, length);
  if (!claimed) return true;
  // How much the library itself has put there only the library knows.
  if (described->is_of_library) return *claimed == 0;
  const auto extent =
      described->at_end ? described->at_end : extent_of(test, api, *described->buffer, described->given);
  return !extent || *claimed <= *extent;
}

}  // namespace reenact
