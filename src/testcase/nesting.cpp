#include "testcase/nesting.h"

#include <string>
#include <utility>

#include "base/repeats.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

constexpr std::size_t kLongestText = 1'000'000;  // bytes

/// Not below `count`, with one digit that is not 0: 74880 -> 80000.
std::size_t rounded_up(std::size_t count) {
  std::size_t step = 1;
  while (count / step >= 10) step *= 10;
  return (count + step - 1) / step * step;
}

std::string made_deeper(std::string_view text, std::size_t times) {
  std::string result;
  for (const Stretch& each : stretches_of(text, kNests)) {
    const std::size_t wanted = each.repeats() ? rounded_up(each.times * times) : 1;
    for (std::size_t i = 0; i < wanted && result.size() <= kLongestText; ++i) result += each.piece;
  }
  return result;
}

/// The value of that type that is `times` as large, or the value itself.
std::int64_t larger(std::int64_t value, const Type& type, std::size_t times) {
  const std::uint32_t width = type.bits == 0 || type.bits > 63 ? 63 : type.bits - (type.is_signed ? 1 : 0);
  const std::int64_t most =
      static_cast<std::int64_t>((std::uint64_t{1} << width) - 1) / static_cast<std::int64_t>(times);
  return value >= static_cast<std::int64_t>(kNests) && value <= most ? value * static_cast<std::int64_t>(times) : value;
}

}  // namespace

std::optional<TestCase> made_deeper(const TestCase& test, const ApiModel& api, Deepening what, std::size_t times) {
  TestCase result = test;
  bool any_text = false, any_number = false;
  for (std::size_t i = 0; i < test.size(); ++i) {
    Statement& statement = result.statements[i];
    const bool is_number = what == Deepening::kNumbersToo && statement.kind == StatementKind::kScalar;
    if (is_number && api[statement.type].kind == TypeKind::kInteger) {
      const std::int64_t before = std::exchange(statement.bits, larger(statement.bits, api[statement.type], times));
      any_number = any_number || statement.bits != before;
    }
    if (statement.kind != StatementKind::kText) continue;
    const std::string_view text = test.text_of(test.statements[i]);
    const std::string deeper = made_deeper(text, times);
    if (deeper.size() > kLongestText) return std::nullopt;
    if (deeper.size() == text.size()) continue;
    result = with_text(result, i, deeper);
    any_text = true;
  }
  return (what == Deepening::kTexts ? any_text : any_number) ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace reenact
