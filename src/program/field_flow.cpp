#include "program/field_flow.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace reenact {
namespace {

std::int64_t signed_value(std::uint64_t bits, std::uint32_t width) {
  if (width == 0 || width >= 64) return static_cast<std::int64_t>(bits);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return static_cast<std::int64_t>((bits ^ sign) - sign);
}

bool compare(std::string_view predicate, std::uint64_t a, std::uint64_t b, std::uint32_t width) {
  const std::int64_t x = signed_value(a, width), y = signed_value(b, width);
  if (predicate == "eq") return a == b;
  if (predicate == "ne") return a != b;
  if (predicate == "ult") return a < b;
  if (predicate == "ule") return a <= b;
  if (predicate == "ugt") return a > b;
  if (predicate == "uge") return a >= b;
  if (predicate == "slt") return x < y;
  if (predicate == "sle") return x <= y;
  if (predicate == "sgt") return x > y;
  return x >= y;
}

}  // namespace

Satisfies satisfies(const Produced& value, const Comparison& test, bool outcome) {
  if (test.predicate.empty()) return Satisfies::kMaybe;
  const std::uint64_t ones = value.ones & test.mask, zeros = value.zeros & test.mask;
  const auto answer = [&](bool holds) { return holds == outcome ? Satisfies::kAlways : Satisfies::kNever; };
  if ((ones | zeros) == test.mask) return answer(compare(test.predicate, ones, test.constant, test.width));
  const bool differs = (ones & ~test.constant) != 0 || (zeros & test.constant) != 0;
  if (differs && test.predicate == "eq") return answer(false);
  if (differs && test.predicate == "ne") return answer(true);
  return Satisfies::kMaybe;
}

FieldWriters writers_for(const FieldNeed& need, const ProgramModel& program) {
  FieldWriters result;
  for (const Function& function : program.functions) {
    Satisfies best = Satisfies::kNever;
    for (const FieldStore& store : function.stores)
      if (store.field == need.field) best = std::max(best, satisfies(store.value, need.comparison, need.outcome));
    if (best == Satisfies::kAlways) result.sure.push_back(function.id);
    if (best == Satisfies::kMaybe) result.possible.push_back(function.id);
  }
  return result;
}

}  // namespace reenact
