// A test case: a straight-line sequence of typed statements, each making at most one variable (named by the
// statement's index). Flat arrays, so that copying one is three memory copies and a recycled object allocates nothing.
//
// Invariants (checked by `valid`):
//  1. an argument's source is an earlier statement that makes a variable;
//  2. (source type, mode, cast) is one of the parameter's sources, or the mode is kNull and the parameter is nullable;
//  3. a call has exactly as many arguments as its callable has parameters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/api_model.h"
#include "base/ids.h"

namespace reenact {

enum class StatementKind : std::uint8_t { kScalar, kText, kNumbers, kCall };

struct Argument {
  StatementIndex source;  // meaningless if mode == kNull
  PassMode mode = PassMode::kNull;
  std::uint32_t cast = kNoCast;
  bool operator==(const Argument&) const = default;
};

struct Statement {
  StatementKind kind = StatementKind::kScalar;
  TypeId type;              // of the variable made (kCall: the callable's result type, if any)
  CallableId callable;      // kCall
  std::uint32_t first = 0;  // kCall: into arguments; kText: into bytes; kNumbers: into numbers
  std::uint32_t count = 0;  // kCall: arguments; kText: bytes; kNumbers: elements
  std::int64_t bits = 0;    // kScalar: integer/enum/bool value, or the bit pattern of a double (for both float widths)
};

struct TestCase {
  std::vector<Statement> statements;
  std::vector<Argument> arguments;
  std::string bytes;
  std::vector<std::int64_t> numbers;  // integer values or bit patterns of doubles, by the element's type

  [[nodiscard]] std::size_t size() const { return statements.size(); }
  /// Statements that a printed test shows: literals are written where they are used.
  [[nodiscard]] std::size_t calls() const {
    return static_cast<std::size_t>(std::ranges::count(statements, StatementKind::kCall, &Statement::kind));
  }
  [[nodiscard]] const Statement& operator[](StatementIndex i) const { return statements[i.index()]; }
  /// Empty for literals.
  [[nodiscard]] std::span<const Argument> arguments_of(const Statement& s) const {
    if (s.kind != StatementKind::kCall) return {};
    return {arguments.data() + s.first, s.count};
  }
  [[nodiscard]] std::string_view text_of(const Statement& s) const { return {bytes.data() + s.first, s.count}; }
  [[nodiscard]] std::span<const std::int64_t> numbers_of(const Statement& s) const {
    return {numbers.data() + s.first, s.count};
  }
  void clear() {
    statements.clear();
    arguments.clear();
    bytes.clear();
    numbers.clear();
  }
};

/// True if `test` keeps the three invariants above against `api`.
[[nodiscard]] bool valid(const TestCase& test, const ApiModel& api);

/// Appends a literal of `from` with its value to `to`, which may not be `from`. REQUIRES: it is no call.
StatementIndex copy_literal(const TestCase& from, const Statement& literal, TestCase& to);

/// Appends the encoding of abi/abi.h to `words`. REQUIRES: valid(test, api).
void encode(const TestCase& test, const ApiModel& api, std::vector<std::uint32_t>& words);

}  // namespace reenact
