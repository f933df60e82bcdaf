// How much memory an argument stands for, and how much a length claims.
#pragma once

#include <cstdint>
#include <optional>

#include "testcase/test_case.h"

namespace reenact {

/// Elements behind `argument` of a call, in units of what `buffer` points to (bytes, of char and void); null has none.
/// nullopt: not known.
[[nodiscard]] std::optional<std::uint64_t> extent_of(const TestCase& test, const ApiModel& api, const Parameter& buffer,
                                                     const Argument& argument);

/// How many elements what is given for parameter `k` of `call` has to have, as Parameter::measured_by says. nullopt: nothing is asked for, or
/// it is not known; below zero nothing is.
[[nodiscard]] std::optional<std::uint64_t> measure_of(const TestCase& test, const ApiModel& api, const Statement& call,
                                                      std::size_t k);

/// May `claimed` elements lie behind what is passed as `buffer` to statement `user`, a pointer that a call returned or that was read from a
/// field? At most as many as the numbers and texts say that were passed along with what it came of: 10 behind `p` of `p = pool_get(pool, 10)`,
/// one behind `copy->data` of `copy = copy_of("")`. Numbers may be factors of each other, and count what is larger than a byte. A length
/// that others told is believed. REQUIRES: extent_of() does not know.
[[nodiscard]] bool may_reach(const TestCase& test, const ApiModel& api, std::size_t user, const Parameter& buffer,
                             const Argument& argument, std::uint64_t claimed);

/// What a length argument says. A number below 0 is what it is as an unsigned one. nullopt: some call returned it.
[[nodiscard]] std::optional<std::uint64_t> claimed_by(const TestCase& test, const ApiModel& api,
                                                      const Argument& argument);

/// Is it known of every array and text in the test's calls how long it has to be? Not where nothing tells how much a call writes:
/// `int print(char* out)`, `int print(int value, char* out)`. A const text ends with its NUL.
[[nodiscard]] bool are_extents_known(const TestCase& test, const ApiModel& api);

/// Does the test claim a length of memory whose extent it cannot know? `parse(print(item), 6)`. Not `parse(text, strlen(text))`.
[[nodiscard]] bool claims_unknown_extents(const TestCase& test, const ApiModel& api);

/// Is it a number below 0?
[[nodiscard]] bool is_negative(const TestCase& test, const ApiModel& api, const Argument& argument);

}  // namespace reenact
