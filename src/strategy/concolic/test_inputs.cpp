#include "strategy/concolic/test_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "abi/concolic.h"
#include "build/cache.h"

namespace reenact::concolic {
namespace {

constexpr bool is_width(unsigned bits) { return bits == 8 || bits == 16 || bits == 32 || bits == 64; }

symbolic::Bits cut(std::int64_t value, unsigned width) {
  const auto bits = static_cast<std::uint64_t>(value);
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

/// A number of that type from the bits a run has for it.
std::int64_t number_from(symbolic::Bits bits, const Type& type, unsigned width) {
  const auto low = static_cast<std::uint64_t>(bits);
  if (type.kind == TypeKind::kBool) return static_cast<std::int64_t>(low & 1);
  if (type.kind == TypeKind::kFloat && width == 32)
    return std::bit_cast<std::int64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(low))));
  if (type.kind == TypeKind::kFloat || width == 64) return static_cast<std::int64_t>(low);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  const bool is_signed = type.is_signed || type.kind == TypeKind::kEnum;
  return static_cast<std::int64_t>(is_signed ? (low ^ sign) - sign : low);
}

symbolic::Bits bits_of(std::int64_t value, const Type& type, unsigned width) {
  if (type.kind == TypeKind::kFloat && width == 32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(value)));
  return cut(value, width);
}

bool has_size(const Statement& statement) {
  return statement.kind == StatementKind::kText || statement.kind == StatementKind::kNumbers;
}

/// By statement: is its size an input, as a call is given it?
std::vector<bool> with_size_as_input(const TestCase& test) {
  std::vector<bool> result(test.size());
  for (const Statement& each : test.statements)
    for (const Argument& argument : test.arguments_of(each))
      if (argument.mode == PassMode::kLength && has_size(test[argument.source])) result[argument.source.index()] = true;
  return result;
}

/// `test` with literals of those sizes, by statement: cut off, or with zeros behind them.
TestCase resized(const TestCase& test, const std::vector<std::size_t>& sizes) {
  TestCase result = test;
  result.bytes.clear();
  result.numbers.clear();
  for (std::size_t i = 0; i < test.size(); ++i) {
    Statement& literal = result.statements[i];
    if (literal.kind == StatementKind::kText) {
      std::string text(test.text_of(literal));
      text.resize(sizes[i], '\0');
      literal.first = static_cast<std::uint32_t>(result.bytes.size());
      result.bytes += text;
    } else if (literal.kind == StatementKind::kNumbers) {
      const auto old = test.numbers_of(literal);
      std::vector<std::int64_t> numbers(old.begin(), old.end());
      numbers.resize(sizes[i]);
      literal.first = static_cast<std::uint32_t>(result.numbers.size());
      result.numbers.insert(result.numbers.end(), numbers.begin(), numbers.end());
    } else {
      continue;
    }
    literal.count = static_cast<std::uint32_t>(sizes[i]);
  }
  return result;
}

}  // namespace

unsigned TestInputs::width_of(const Statement& statement) const {
  if (statement.kind == StatementKind::kText) return 8;
  if (statement.kind == StatementKind::kCall) return 0;
  const Type& own = api_[statement.type];
  const Type& type = statement.kind == StatementKind::kNumbers ? api_[own.element] : own;
  if (type.kind == TypeKind::kBool) return 8;
  return is_width(type.bits) ? type.bits : 0;
}

Expr TestInputs::element(std::size_t statement, const Statement& literal, std::size_t index) {
  const unsigned width = width_of(literal);
  const bool is_number = literal.kind == StatementKind::kScalar;
  Expr& known = elements_[{statement, index, width, is_number}];
  if (known == Expr{})
    known = expressions_.symbol(
        is_number ? fmt::format("v{}:{}", statement, width) : fmt::format("v{}:{}[{}]", statement, width, index),
        width);
  return known;
}

Expr TestInputs::size_of(std::size_t statement) { return expressions_.symbol(fmt::format("v{}:size", statement), 64); }

symbolic::Bits TestInputs::to_bits(const TestCase& test, const Statement& literal, std::size_t index) const {
  switch (literal.kind) {
    case StatementKind::kText:
      return static_cast<unsigned char>(test.text_of(literal)[index]);
    case StatementKind::kNumbers:
      return bits_of(test.numbers_of(literal)[index], api_[api_[literal.type].element], width_of(literal));
    default:
      return bits_of(literal.bits, api_[literal.type], width_of(literal));
  }
}

symbolic::Assignment TestInputs::values_of(const TestCase& test) {
  symbolic::Assignment result;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& literal = test.statements[i];
    if (has_size(literal)) result.values.emplace(expressions_.symbol_of(size_of(i)), literal.count);
    if (width_of(literal) == 0) continue;
    const std::size_t count = literal.kind == StatementKind::kScalar ? 1 : literal.count;
    for (std::size_t j = 0; j < count; ++j)
      // Mostly they come in the order of the symbols.
      result.values.emplace_hint(result.values.end(), expressions_.symbol_of(element(i, literal, j)),
                                 to_bits(test, literal, j));
  }
  return result;
}

Expr TestInputs::symbol(const TestCase& test, std::uint64_t number, unsigned width) {
  const std::size_t statement = number >> 32, index = static_cast<std::uint32_t>(number);
  if (statement >= test.size()) return {};
  const Statement& literal = test.statements[statement];
  if (index == static_cast<std::uint32_t>(kReenactSizeElement))
    return has_size(literal) && width == 64 ? size_of(statement) : Expr{};
  const std::size_t count = literal.kind == StatementKind::kScalar ? 1 : literal.count;
  return width_of(literal) == width && width != 0 && index < count ? element(statement, literal, index) : Expr{};
}

PathCondition TestInputs::demands(const TestCase& test) {
  PathCondition result;
  const std::vector<bool> sized = with_size_as_input(test);
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& literal = test.statements[i];
    if (sized[i] && literal.count <= kLongest)
      result.push_back(
          {.condition = expressions_.make(symbolic::Op::kUle, size_of(i), expressions_.constant(kLongest, 64)),
           .edge = {},
           .other = {},
           .negatable = false});
    const unsigned width = width_of(literal);
    if (literal.kind != StatementKind::kScalar || width == 0) continue;
    const Type& type = api_[literal.type];
    const Expr value = element(i, literal, 0);
    if (type.kind == TypeKind::kBool)
      result.push_back({.condition = expressions_.make(symbolic::Op::kUle, value, expressions_.constant(1, width)),
                        .edge = {},
                        .other = {},
                        .negatable = false});
    if (type.kind != TypeKind::kEnum || type.enumerators.empty()) continue;
    Expr any = expressions_.truth(false);
    for (const Enumerator& each : type.enumerators)
      any = expressions_.make(
          symbolic::Op::kOr, any,
          expressions_.make(symbolic::Op::kEq, value, expressions_.constant(cut(each.value, width), width)));
    // The search may have made it of another value on purpose.
    symbolic::Assignment own = values_of(test);
    if (symbolic::Evaluator(expressions_, own).holds(any) && !expressions_.value(any))
      result.push_back({.condition = any, .edge = {}, .other = {}, .negatable = false});
  }
  return result;
}

bool TestInputs::set(TestCase& test, Statement& literal, std::size_t index, symbolic::Bits bits) const {
  const unsigned width = width_of(literal);
  switch (literal.kind) {
    case StatementKind::kText:
      test.bytes[literal.first + index] = static_cast<char>(static_cast<unsigned char>(bits));
      return true;
    case StatementKind::kNumbers:
      test.numbers[literal.first + index] = number_from(bits, api_[api_[literal.type].element], width);
      return true;
    default: {
      const Type& type = api_[literal.type];
      const std::int64_t value = number_from(bits, type, width);
      const bool is_of_type = type.kind != TypeKind::kEnum || type.enumerators.empty() || value == literal.bits ||
                              std::ranges::any_of(type.enumerators, [&](const Enumerator& each) {
                                return cut(each.value, width) == cut(value, width);
                              });
      literal.bits = value;
      return is_of_type;
    }
  }
}

std::optional<TestCase> TestInputs::changed(const TestCase& test, const symbolic::Assignment& model) {
  TestCase result = test;
  for (std::size_t i = 0; i < test.size(); ++i) {
    Statement& literal = result.statements[i];
    if (width_of(literal) == 0) continue;
    const std::size_t count = literal.kind == StatementKind::kScalar ? 1 : literal.count;
    for (std::size_t j = 0; j < count; ++j) {
      const auto found = model.values.find(expressions_.symbol_of(element(i, literal, j)));
      if (found != model.values.end() && !set(result, literal, j, found->second)) return std::nullopt;
    }
  }
  std::vector<std::size_t> sizes(test.size());
  bool same = true;
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& literal = test.statements[i];
    const auto found = has_size(literal) ? model.values.find(expressions_.symbol_of(size_of(i))) : model.values.end();
    const symbolic::Bits size = found == model.values.end() ? literal.count : found->second;
    if (size > std::max<std::size_t>(kLongest, literal.count)) return std::nullopt;
    sizes[i] = static_cast<std::size_t>(size);
    same = same && (!has_size(literal) || sizes[i] == literal.count);
  }
  return same ? std::move(result) : resized(result, sizes);
}

std::uint64_t TestInputs::shape_of(const TestCase& test) {
  std::string words;
  const std::vector<bool> sized = with_size_as_input(test);
  for (std::size_t i = 0; i < test.size(); ++i) {
    const Statement& each = test.statements[i];
    words += fmt::format("{},{},{},{};", static_cast<int>(each.kind), each.type.value, each.callable.value,
                         sized[i] ? 0 : each.count);
  }
  for (const Argument& each : test.arguments)
    words += fmt::format("{},{},{};", each.source.value, static_cast<int>(each.mode), each.cast);
  return hash_of(words);
}

TestCase TestInputs::with_longer_texts(const TestCase& test, std::size_t size) {
  std::vector<std::size_t> sizes;
  for (const Statement& each : test.statements)
    sizes.push_back(each.kind == StatementKind::kText ? std::max<std::size_t>(each.count, size) : each.count);
  return resized(test, sizes);
}

}  // namespace reenact::concolic
