// Parts of a test that are tests themselves: some of its statements, in their order; and all of them in another.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "testcase/test_case.h"

namespace reenact {

/// `out` = the statements i of `test` with keep[i]. REQUIRES: what they use is kept too; `out` is another test.
void keep_only(const TestCase& test, const std::vector<bool>& keep, TestCase& out);

/// All of `test` but statement `at` and, transitively, what uses it.
[[nodiscard]] TestCase without(const TestCase& test, std::size_t at);

/// `out` = the statements of `test` in this order. REQUIRES: each stands behind those it uses; `out` is another test.
void put_in_order(const TestCase& test, const std::vector<std::size_t>& order, TestCase& out);

/// `test` with `text` as the text of statement `i`, which is one, and without the bytes of the old one.
[[nodiscard]] TestCase with_text(const TestCase& test, std::size_t i, std::string_view text);

/// Takes out of `keep` what uses, directly or not, a statement that is not kept.
void drop_dependents(const TestCase& test, std::vector<bool>& keep);

/// Which statements do more than make a variable that nobody uses.
[[nodiscard]] std::vector<bool> needed(const TestCase& test, const ApiModel& api);

/// Which statements the call `root` depends on: what made its arguments, and what was done before it with the objects
/// among these. Only state that no argument leads to (globals) can make a difference.
[[nodiscard]] std::vector<bool> slice(const TestCase& test, std::size_t root, const ApiModel& api);

}  // namespace reenact
