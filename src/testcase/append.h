// A test built call by call, with arguments of one's choice: what composition needs. (What searches need, calls with
// arguments drawn at random: generate/builder.h.)
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "api/api_model.h"
#include "testcase/test_case.h"

namespace reenact {

/// May `argument` be passed for `parameter` by a call behind the statements of `test`? Invariants 1 and 2 of TestCase.
[[nodiscard]] bool fits(const TestCase& test, const ApiModel& api, const Parameter& parameter,
                        const Argument& argument);

/// `api`'s way to pass the variable of statement `source` for `parameter`, the first that fits; nullopt: there is none.
[[nodiscard]] std::optional<Argument> argument_from(const TestCase& test, const ApiModel& api,
                                                    const Parameter& parameter, StatementIndex source);

/// Appends a call of `callable` with these arguments, and nothing else. nullopt, and `test` stays as it was: the callable is
/// not usable, takes another number of arguments, or one of them does not fit.
[[nodiscard]] std::optional<StatementIndex> append_call(TestCase& test, const ApiModel& api, CallableId callable,
                                                        std::span<const Argument> arguments);

/// Appends a literal: a number, an enumerator or a truth value (`bits` as Statement::bits has them).
StatementIndex append_scalar(TestCase& test, TypeId type, std::int64_t bits);
/// Appends a literal of TypeKind::kText.
StatementIndex append_text(TestCase& test, TypeId type, std::string_view text);
/// Appends a literal of TypeKind::kNumbers (`numbers` as TestCase::numbers has them).
StatementIndex append_numbers(TestCase& test, TypeId type, std::span<const std::int64_t> numbers);

}  // namespace reenact
