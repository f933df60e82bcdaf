// The plainest way to make a variable: a literal, else the call that needs least.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "testcase/test_case.h"

namespace reenact {

/// Ways to fill `parameter` from scratch, plainest first, at most `most`: each a test of its own, whose last statement is the
/// source of the argument that `argument` is. Texts are "" or "a", numbers 0 or 1, false or true.
struct PlainSource {
  TestCase made;      // without calls of the parameter's callable
  Argument argument;  // its source is the last statement of `made`; the first one of filled_sources()
};
[[nodiscard]] std::vector<PlainSource> plain_sources(const ApiModel& api, const Parameter& parameter, std::size_t most);
/// The same with an object wherever a call may be given null instead, for a constructor may go through its pointers; texts are "", numbers 0.
[[nodiscard]] std::vector<PlainSource> plain_sources_without_null(const ApiModel& api, const Parameter& parameter,
                                                                  std::size_t most);

/// Ways to fill `parameter` with a variable that a call writes, plainest first, at most `most`: `handle* h = nullptr; open(&h);`. Here the
/// argument's source is the first statement of `made`.
[[nodiscard]] std::vector<PlainSource> filled_sources(const ApiModel& api, const Parameter& parameter,
                                                      std::size_t most);

/// A struct of zeros that the library has to set up before anybody else gets it, as the only statement; nullopt: `type` is none.
[[nodiscard]] std::optional<TestCase> raw_way(const ApiModel& api, TypeId type);
/// The same for `parameter`; nullopt: it takes none. A test breaks a contract that passes it to who does not set it up.
[[nodiscard]] std::optional<PlainSource> raw_source(const ApiModel& api, const Parameter& parameter);

/// Ways to make a variable of `type`, which calls make, in tests of their own, as their last statement: as above.
[[nodiscard]] std::vector<TestCase> plain_ways(const ApiModel& api, TypeId type, std::size_t most);

/// Appends the statements of `source`; returns where the argument's is.
StatementIndex append_made(TestCase& test, const PlainSource& source);

/// `test` with the statements of `made` in place of statement `at`; what was only made for that is left out. The last of `made` makes a
/// variable, maybe of another type. nullopt: somebody who uses it cannot use that type.
[[nodiscard]] std::optional<TestCase> with_made(const TestCase& test, std::size_t at, const TestCase& made,
                                                const ApiModel& api);

/// `test` with the statements of `source` in front of statement `at`, and argument `k` of it taken from there; what was only
/// made for the argument that was there before, and nobody uses now, is left out.
[[nodiscard]] TestCase with_source(const TestCase& test, std::size_t at, std::size_t k, const PlainSource& source,
                                   const ApiModel& api);

/// An argument of one call that another takes over, as its parameter `parameter`.
struct KeptArgument {
  std::size_t parameter = 0;
  Argument argument;
};

/// `test` with the call `at` replaced by one of `other`, which takes over `kept`, arguments of the old call; the others are
/// the plainest that can be made. The statements behind it are as they were. nullopt: the others cannot be made.
/// REQUIRES: nobody uses what the old call returns, or both return the same type.
[[nodiscard]] std::optional<TestCase> with_call(const TestCase& test, std::size_t at, CallableId other,
                                                const std::vector<KeptArgument>& kept, const ApiModel& api);

/// `test` with argument `k` of statement `at` replaced, and without what was only made for the one that was there before.
[[nodiscard]] TestCase with_argument(const TestCase& test, std::size_t at, std::size_t k, const Argument& argument);

}  // namespace reenact
