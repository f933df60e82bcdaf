// A crash met while a suite was made is one of the library's, or the test asks for it: what no declaration tells.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "testcase/test_case.h"

namespace reenact {

/// Why a crash of `test` may be its own mistake: it breaks a contract, claims a length of memory that it did not make, writes
/// a field of an object that the library has made, calls a function with `...` that takes nobody knows what, or has a callback that returns null or passes it on. In words; empty: nothing speaks for it.
[[nodiscard]] std::string doubt_about(const TestCase& test, const ApiModel& api);

/// Pointers that are null when they are passed, as far as that decides: statement and argument. They come from calls that returned them,
/// and with null in their place `crashes_so(candidate)` still holds.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> nulls_passed_on(
    const TestCase& test, const ApiModel& api, const std::function<bool(const TestCase&)>& crashes_so);

}  // namespace reenact
