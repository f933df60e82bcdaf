// Tests whose input nests deeper, for crashes that come where the stack ends (docs/ideas/exhausted-stacks.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "testcase/test_case.h"

namespace reenact {

inline constexpr std::size_t kNests = 16;  // a piece that stands so often in a row nests

/// What gets deeper of a test: the texts that nest, or also the integers beyond kNests (a depth may be a number, but so may flags).
enum class Deepening : std::uint8_t { kTexts, kNumbersToo };

/// `test` with each repeated piece of its texts (base/repeats.h) so many `times` as often, or a little more, as round numbers read better,
/// and perhaps each such integer so many times as large. nullopt: it has no such text (integer, where these are asked for: with texts alone,
/// it was made deeper before), or a text would have more than a million bytes. REQUIRES: times > 0.
[[nodiscard]] std::optional<TestCase> made_deeper(const TestCase& test, const ApiModel& api, Deepening what,
                                                  std::size_t times);

}  // namespace reenact
