#include "generate/values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace reenact {
namespace {

constexpr std::size_t kMaxPool = 400;

std::int64_t wrapped(std::int64_t value, const Type& type) {
  if (type.bits >= 64 || type.bits == 0) return value;
  const auto mask = (std::uint64_t{1} << type.bits) - 1;
  auto low = static_cast<std::uint64_t>(value) & mask;
  if (type.is_signed && (low >> (type.bits - 1)) != 0) low |= ~mask;
  return static_cast<std::int64_t>(low);
}

std::int64_t boundary(const Type& type, Random& random) {
  const std::int64_t low = type.is_signed ? (type.bits >= 64 ? std::numeric_limits<std::int64_t>::min()
                                                             : -(std::int64_t{1} << (type.bits - 1)))
                                          : 0;
  const std::uint64_t high =
      type.bits >= 64 ? (type.is_signed ? static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) : ~0ULL)
                      : (std::uint64_t{1} << (type.is_signed ? type.bits - 1 : type.bits)) - 1;
  switch (random.below(4)) {
    case 0:
      return low;
    case 1:
      return static_cast<std::int64_t>(high);
    case 2:
      return static_cast<std::int64_t>((std::uint64_t{1} << random.below(type.bits == 0 ? 1 : type.bits)) +
                                       static_cast<std::uint64_t>(random.between(-1, 1)));
    default:
      return -1;
  }
}

std::int64_t next_to(std::int64_t value, const ValuePool& pool, Random& random) {
  return random.chance(pool.draws.numbers.beside)
             ? static_cast<std::int64_t>(static_cast<std::uint64_t>(value) +
                                         static_cast<std::uint64_t>(random.between(-1, 1)))
             : value;
}

/// Where a fresh integer comes from.
enum IntegerSource : std::uint8_t { kSmall, kConstant, kBoundary, kThousand, kAnything, kSeenInteger };
/// What a number becomes.
enum NumberOperator : std::uint8_t { kFreshNumber, kNegate, kDouble, kHalve, kStep, kSeenNumber };

IntegerSource integer_source(const ValuePool& pool, Random& random) {
  const NumberDraws& draws = pool.draws.numbers;
  if (pool.seen != nullptr && random.chance(draws.seen_when_fresh)) return kSeenInteger;
  const std::array<std::size_t, 4> shares{draws.small, draws.constant, draws.boundary, draws.thousand};
  return std::array{kSmall, kConstant, kBoundary, kThousand, kAnything}[draw_percent(shares, random)];
}

/// `OPEN | TRUNCATE`, now and then.
std::int64_t some_flags(const ValuePool& pool, Random& random) {
  const std::int64_t one = random.pick(pool.flags);
  return random.chance(pool.draws.numbers.two_flags) ? one | random.pick(pool.flags) : one;
}

std::int64_t fresh_integer(const Type& type, const ValuePool& pool, Random& random) {
  if (!pool.told.empty() && random.chance(pool.draws.numbers.told)) return wrapped(random.pick(pool.told), type);
  switch (integer_source(pool, random)) {
    case kSeenInteger:
      if (const auto value = pool.seen->integer(random)) return wrapped(next_to(*value, pool, random), type);
      [[fallthrough]];
    case kSmall:
      return wrapped(random.between(-2, 10), type);
    case kConstant:
      if (!pool.flags.empty() && (pool.integers.empty() || random.chance(pool.draws.numbers.flags)))
        return wrapped(some_flags(pool, random), type);
      if (!pool.integers.empty()) return wrapped(next_to(random.pick(pool.integers), pool, random), type);
      [[fallthrough]];
    case kBoundary:
      return wrapped(boundary(type, random), type);
    case kThousand:
      return wrapped(random.between(-1000, 1000), type);
    default:
      return wrapped(static_cast<std::int64_t>(random()), type);
  }
}

double fresh_double(const ValuePool& pool, Random& random) {
  static constexpr double kSpecial[] = {0.0,
                                        -0.0,
                                        1.0,
                                        -1.0,
                                        0.5,
                                        1e-6,
                                        1e6,
                                        1e-38,
                                        1e38,
                                        1e300,
                                        std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::quiet_NaN()};
  const NumberDraws& draws = pool.draws.numbers;
  if (pool.seen != nullptr && random.chance(draws.seen_when_fresh))
    if (const auto value = pool.seen->real(random)) return *value;
  const std::array<std::size_t, 4> shares{draws.small_real, draws.constant_real, draws.special_real,
                                          draws.hundred_real};
  switch (draw_percent(shares, random)) {
    case 0:
      return static_cast<double>(random.between(-2, 10));
    case 1:
      if (!pool.floats.empty()) return random.pick(pool.floats);
      [[fallthrough]];
    case 2:
      return kSpecial[random.below(std::size(kSpecial))];
    case 3:
      return (random.unit() - 0.5) * 200;
    default:
      return std::ldexp(random.unit() - 0.5, static_cast<int>(random.between(-60, 60)));
  }
}

NumberOperator usual_number_change(const Type& type, const ValuePool& pool, Random& random) {
  if (type.kind == TypeKind::kEnum || random.chance(pool.draws.numbers.anew)) return kFreshNumber;
  return static_cast<NumberOperator>(kNegate + random.below(4));
}

NumberOperator number_change(const Type& type, const ValuePool& pool, Random& random) {
  const bool may_be_seen = pool.seen != nullptr && type.kind != TypeKind::kFloat;
  return may_be_seen && random.chance(pool.draws.numbers.seen_when_changed) ? kSeenNumber
                                                                            : usual_number_change(type, pool, random);
}

/// Small mostly; else a power of two: what is a million away is not reached in steps of eight.
std::uint64_t step(const Type& type, Random& random) {
  if (random.chance(0.5)) return static_cast<std::uint64_t>(random.between(-8, 8));
  const std::uint64_t size = std::uint64_t{1} << random.below(type.bits == 0 ? 1 : type.bits);
  return random.chance(0.5) ? size : ~size + 1;
}

double changed_double(double value, NumberOperator change, Random& random) {
  switch (change) {
    case kNegate:
      return -value;
    case kDouble:
      return value * 2;
    case kHalve:
      return value / 2;
    default:
      return value + static_cast<double>(random.between(-3, 3));
  }
}

/// Unless it is there, or there are `most`.
template <typename Value>
void add_once(std::vector<Value>& values, const Value& value, std::size_t most) {
  if (values.size() < most && std::ranges::find(values, value) == values.end()) values.push_back(value);
}

/// "already defined in", not "table" or "\r\n--": words that a reader is told, rarely any that it is to read.
bool is_sentence(std::string_view text) {
  const auto is_letter = [&](std::size_t i) { return std::isalpha(static_cast<unsigned char>(text[i])) != 0; };
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == ' ' && is_letter(i - 1) && is_letter(i + 1)) return true;
  return false;
}

}  // namespace

void ValuePool::add(const Function& function) {
  for (const std::int64_t value : function.integers) {
    add_once(integers, value, kMaxPool);
    if (value > 0 && value < 256 && characters.find(static_cast<char>(value)) == std::string::npos &&
        (value >= 32 || value == '\n' || value == '\t' || value == '\r'))
      characters += static_cast<char>(value);
  }
  for (const double value : function.floats) add_once(floats, value, kMaxPool);
  for (const std::string& value : function.strings) {
    auto& known = is_sentence(value) ? sentences : texts;
    if (value.size() <= 24) add_once(known, value, kMaxPool);
  }
}

void ValuePool::tell(std::int64_t value) { add_once(told, value, kMostTold); }
void ValuePool::tell(double value) { add_once(floats, value, kMaxPool + kMostTold); }
void ValuePool::tell(const std::string& value) { add_once(texts, value, kMaxPool + kMostTold); }

ValuePool make_value_pool(const ProgramModel& program, const std::vector<FunctionId>& order) {
  ValuePool pool;
  for (const FunctionId id : order) pool.add(program[id]);
  return pool;
}

std::int64_t fresh_scalar(const Type& type, const ValuePool& pool, Random& random) {
  switch (type.kind) {
    case TypeKind::kBool:
      return static_cast<std::int64_t>(random.below(2));
    case TypeKind::kEnum:
      if (!type.enumerators.empty() && !random.chance(pool.draws.numbers.no_enumerator)) {
        std::int64_t value = random.pick(type.enumerators).value;
        if (are_flags(type) && random.chance(pool.draws.numbers.joined_enumerators))
          value |= random.pick(type.enumerators).value;
        return value;
      }
      return random.between(-1, 64);
    case TypeKind::kFloat:
      return std::bit_cast<std::int64_t>(fresh_double(pool, random));
    default:
      return fresh_integer(type, pool, random);
  }
}

std::int64_t changed_scalar(const Type& type, std::int64_t old, const ValuePool& pool, Random& random) {
  if (type.kind == TypeKind::kBool) return old == 0 ? 1 : 0;
  if (type.kind == TypeKind::kEnum && are_flags(type) && random.chance(pool.draws.numbers.joined_enumerators))
    return old ^ random.pick(type.enumerators).value;
  NumberOperator change = number_change(type, pool, random);
  if (change == kSeenNumber) {
    const auto same = [&](std::int64_t value) { return wrapped(value, type) == wrapped(old, type); };
    if (const auto value = pool.seen->compared_with(same, random)) return wrapped(next_to(*value, pool, random), type);
    change = usual_number_change(type, pool, random);
  }
  if (change == kFreshNumber || type.kind == TypeKind::kEnum) return fresh_scalar(type, pool, random);
  if (type.kind == TypeKind::kFloat)
    return std::bit_cast<std::int64_t>(changed_double(std::bit_cast<double>(old), change, random));
  const auto bits = static_cast<std::uint64_t>(old);
  switch (change) {
    case kNegate:
      return wrapped(static_cast<std::int64_t>(~bits + 1), type);
    case kDouble:
      return wrapped(static_cast<std::int64_t>(bits * 2), type);
    case kHalve:
      return wrapped(old / 2, type);
    default:
      return wrapped(static_cast<std::int64_t>(bits + step(type, random)), type);
  }
}

}  // namespace reenact
