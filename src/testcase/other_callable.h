// A call whose callable was exchanged for another one: how its arguments and its users fit again.
#pragma once

#include <cstddef>
#include <optional>

#include "testcase/test_case.h"

namespace reenact {

/// The arguments of call `at` reach its parameters in a way that these know, where the variable's type has one: a text that
/// was a buffer becomes a C string, if that is what is taken.
void adapt_arguments(TestCase& test, std::size_t at, const ApiModel& api);

/// Makes those who use the variable of statement `at` reach it as its type, which has just changed, asks for. False: somebody cannot use it.
[[nodiscard]] bool fit_users(TestCase& test, std::size_t at, const ApiModel& api);

/// `test` with call `at` made of `other`, which takes the same arguments and may make a variable of another type; nullopt:
/// somebody who uses the variable cannot use the other.
[[nodiscard]] std::optional<TestCase> with_maker(const TestCase& test, std::size_t at, CallableId other,
                                                 const ApiModel& api);

}  // namespace reenact
