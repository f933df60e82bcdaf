#include "testcase/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "testcase/text_fragments.h"

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
      return static_cast<std::int64_t>(std::uint64_t{1} << random.below(type.bits == 0 ? 1 : type.bits)) +
             random.between(-1, 1);
    default:
      return -1;
  }
}

constexpr double kSeenWhenFresh = 0.15, kSeenWhenChanged = 0.25;  // shares of values from comparisons seen

std::int64_t next_to(std::int64_t value, Random& random) {
  return random.chance(0.2) ? static_cast<std::int64_t>(static_cast<std::uint64_t>(value) +
                                                        static_cast<std::uint64_t>(random.between(-1, 1)))
                            : value;
}

IntegerSource integer_source(const ValuePool& pool, Random& random) {
  if (pool.operators != nullptr)
    return static_cast<IntegerSource>(pool.operators->choose(OperatorGroup::kInteger, random));
  if (pool.seen != nullptr && random.chance(kSeenWhenFresh)) return kSeenInteger;
  const std::uint64_t choice = random.below(100);
  return choice < 50 ? kSmall : choice < 65 ? kConstant : choice < 80 ? kBoundary : choice < 95 ? kThousand : kAnything;
}

std::int64_t fresh_integer(const Type& type, const ValuePool& pool, Random& random) {
  switch (integer_source(pool, random)) {
    case kSeenInteger:
      if (const auto value = pool.seen->integer(random)) return wrapped(next_to(*value, random), type);
      [[fallthrough]];
    case kSmall:
      return wrapped(random.between(-2, 10), type);
    case kConstant:
      if (!pool.integers.empty())
        return wrapped(random.pick(pool.integers) + (random.chance(0.2) ? random.between(-1, 1) : 0), type);
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
  if (pool.seen != nullptr && random.chance(kSeenWhenFresh))
    if (const auto value = pool.seen->real(random)) return *value;
  const std::uint64_t choice = random.below(100);
  if (choice < 35) return static_cast<double>(random.between(-2, 10));
  if (choice < 50 && !pool.floats.empty()) return random.pick(pool.floats);
  if (choice < 70) return kSpecial[random.below(std::size(kSpecial))];
  if (choice < 90) return (random.unit() - 0.5) * 200;
  return std::ldexp(random.unit() - 0.5, static_cast<int>(random.between(-60, 60)));
}

char fresh_character(const ValuePool& pool, Random& random) {
  if (!pool.characters.empty() && random.chance(0.65)) return random.pick(pool.characters);
  if (random.chance(0.9)) return static_cast<char>(random.between(32, 126));
  return static_cast<char>(random.below(256));
}

/// Numbers at which parsers go wrong: small ones, those around the limits of the integer types, and overlong ones.
std::string number_text(Random& random) {
  static const char* kOverlong[] = {"1e999",      "99999999999", "18446744073709551616",
                                    "0x7fffffff", "FFFFFFFF",    "FFFFFFFFFF"};
  static constexpr unsigned kWidths[] = {7, 8, 15, 16, 31, 32, 63};
  switch (random.below(4)) {
    case 0:
      return std::to_string(random.between(-1, 10));
    case 1:
      return kOverlong[random.below(std::size(kOverlong))];
    default:
      return std::to_string((std::uint64_t{1} << kWidths[random.below(std::size(kWidths))]) +
                            static_cast<std::uint64_t>(random.between(-2, 2)));
  }
}

void insert_number(std::string& text, std::size_t at, Random& random) { text.insert(at, number_text(random)); }

void repeat_chunk(std::string& text, Random& random) {
  const std::size_t at = random.below(text.size());
  const std::size_t length = 1 + random.below(std::min<std::size_t>(text.size() - at, random.chance(0.6) ? 2 : 16));
  const std::string chunk = text.substr(at, length);
  // Mostly a few times; now and then as deep as a recursion limit.
  const std::size_t times = random.chance(0.75) ? 1 + random.below(4) : std::size_t{1} << random.below(13);
  std::string run;
  for (std::size_t i = 0; i < times && run.size() + text.size() < kMaxText; ++i) run += chunk;
  text.insert(at, run);
}

void wrap(std::string& text, Random& random) {
  static const char* kPairs[] = {"[]", "{}", "()", "<>", "\"\"", "''"};
  const char* pair = kPairs[random.below(std::size(kPairs))];
  const std::size_t at = random.below(text.size() + 1), end = at + random.below(text.size() - at + 1);
  text.insert(end, 1, pair[1]);
  text.insert(at, 1, pair[0]);
}

void replace_digits(std::string& text, Random& random) {
  const std::size_t start = text.find_first_of("0123456789", random.below(text.size()));
  if (start == std::string::npos) return insert_number(text, random.below(text.size() + 1), random);
  const std::size_t end = text.find_first_not_of("0123456789", start);
  const std::string digits = text.substr(start, std::min<std::size_t>(end - start, 18));
  text.erase(start, end == std::string::npos ? std::string::npos : end - start);
  if (random.chance(0.5)) return insert_number(text, start, random);
  text.insert(start, std::to_string(std::stoll(digits) * (random.chance(0.2) ? 10 : 1) + random.between(-3, 3)));
}

NumberOperator usual_number_change(const Type& type, Random& random) {
  if (type.kind == TypeKind::kEnum || random.chance(0.4)) return kFreshNumber;
  return static_cast<NumberOperator>(kNegate + random.below(4));
}

NumberOperator number_change(const Type& type, const ValuePool& pool, Random& random) {
  const bool may_be_seen = pool.seen != nullptr && type.kind != TypeKind::kFloat;
  if (pool.operators != nullptr) {
    const auto chosen = static_cast<NumberOperator>(pool.operators->choose(OperatorGroup::kNumber, random));
    return chosen == kSeenNumber && !may_be_seen ? kFreshNumber : chosen;
  }
  return may_be_seen && random.chance(kSeenWhenChanged) ? kSeenNumber : usual_number_change(type, random);
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

PieceSource piece_source(const ValuePool& pool, Random& random) {
  if (pool.operators != nullptr) return static_cast<PieceSource>(pool.operators->choose(OperatorGroup::kPiece, random));
  if (!pool.texts.empty() && random.chance(0.2)) return kKnownText;
  if (random.chance(0.05)) return kNumberText;
  return random.chance(0.2) ? kFragment : kCharacter;
}

TextOperator text_change(const ValuePool& pool, Random& random) {
  return static_cast<TextOperator>(pool.operators != nullptr ? pool.operators->choose(OperatorGroup::kText, random)
                                                             : random.below(kSeenText));
}

void append_any_fragment(std::string& text, const ValuePool& pool, Random& random) {
  static const std::vector<std::uint16_t> kAll = fitting_fragments({});
  append_fragment(text, random.chance(0.75) ? pool.fragments : kAll, random);
}

}  // namespace

void ValuePool::add(const Function& function) {
  for (const std::int64_t value : function.integers) {
    if (integers.size() < kMaxPool && std::ranges::find(integers, value) == integers.end()) integers.push_back(value);
    if (value > 0 && value < 256 && characters.find(static_cast<char>(value)) == std::string::npos &&
        (value >= 32 || value == '\n' || value == '\t' || value == '\r'))
      characters += static_cast<char>(value);
  }
  for (const double value : function.floats)
    if (floats.size() < kMaxPool && std::ranges::find(floats, value) == floats.end()) floats.push_back(value);
  for (const std::string& value : function.strings)
    if (texts.size() < kMaxPool && value.size() <= 24 && std::ranges::find(texts, value) == texts.end())
      texts.push_back(value);
}

ValuePool make_value_pool(const ProgramModel& program, const std::vector<FunctionId>& order) {
  ValuePool pool;
  for (const FunctionId id : order) pool.add(program[id]);
  std::string known = pool.characters;
  for (const std::string& text : pool.texts) known += text;
  pool.fragments = fitting_fragments(known);
  return pool;
}

std::int64_t fresh_scalar(const Type& type, const ValuePool& pool, Random& random) {
  switch (type.kind) {
    case TypeKind::kBool:
      return static_cast<std::int64_t>(random.below(2));
    case TypeKind::kEnum:
      if (!type.enumerators.empty() && !random.chance(0.03)) return random.pick(type.enumerators).value;
      return random.between(-1, 64);
    case TypeKind::kFloat:
      return std::bit_cast<std::int64_t>(fresh_double(pool, random));
    default:
      return fresh_integer(type, pool, random);
  }
}

std::int64_t changed_scalar(const Type& type, std::int64_t old, const ValuePool& pool, Random& random) {
  if (type.kind == TypeKind::kBool) return old == 0 ? 1 : 0;
  NumberOperator change = number_change(type, pool, random);
  if (change == kSeenNumber) {
    const auto same = [&](std::int64_t value) { return wrapped(value, type) == wrapped(old, type); };
    if (const auto value = pool.seen->compared_with(same, random)) return wrapped(next_to(*value, random), type);
    change = usual_number_change(type, random);
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
      return wrapped(static_cast<std::int64_t>(bits + static_cast<std::uint64_t>(random.between(-8, 8))), type);
  }
}

void fresh_text(std::string& out, const ValuePool& pool, Random& random) {
  const std::uint64_t choice = random.below(100);
  if (choice < 8) return;
  if (choice < 25) return append_any_fragment(out, pool, random);
  if (choice < 33) {
    out += fresh_character(pool, random);
    return;
  }
  const std::size_t pieces = 1 + random.below(choice < 70 ? 6 : 24);
  for (std::size_t i = 0; i < pieces; ++i) {
    switch (piece_source(pool, random)) {
      case kKnownText:
        if (!pool.texts.empty()) out += random.pick(pool.texts);
        break;
      case kNumberText:
        insert_number(out, out.size(), random);
        break;
      case kFragment:
        append_any_fragment(out, pool, random);
        break;
      case kCharacter:
        out += fresh_character(pool, random);
        break;
    }
  }
}

void change_text(std::string& text, const ValuePool& pool, Random& random) {
  const std::size_t changes = random.chance(0.6) ? 1 : 1 + random.below(4);
  for (std::size_t i = 0; i < changes; ++i) {
    const bool is_fixed = pool.operators == nullptr;
    if (is_fixed && pool.seen != nullptr && random.chance(kSeenWhenChanged) && pool.seen->change(text, random))
      continue;
    const std::size_t at = random.below(text.size() + 1);
    if (text.empty()) {
      fresh_text(text, pool, random);
      continue;
    }
    switch (text_change(pool, random)) {
      case kInsertCharacter:
      case kInsertAnother:
        text.insert(at, 1, fresh_character(pool, random));
        break;
      case kErase:
        text.erase(std::min(at, text.size() - 1), 1 + (random.chance(0.3) ? random.below(8) : 0));
        break;
      case kReplaceCharacter:
        text[std::min(at, text.size() - 1)] = fresh_character(pool, random);
        break;
      case kInsertKnown:
        if (!pool.texts.empty() && random.chance(0.5)) {
          text.insert(at, random.pick(pool.texts));
        } else {
          std::string piece;
          append_any_fragment(piece, pool, random);
          text.insert(at, piece);
        }
        break;
      case kRepeat:
        repeat_chunk(text, random);
        break;
      case kWrap:
        wrap(text, random);
        break;
      case kChangeDigits:
        replace_digits(text, random);
        break;
      case kCut:
        text.resize(at);
        break;  // cut short: errors at the end of input
      case kDuplicate: {
        const std::size_t from = random.below(text.size());
        const std::string chunk = text.substr(from, 1 + random.below(std::min<std::size_t>(text.size() - from, 12)));
        text.insert(at, chunk);
        break;
      }
      case kInsertFresh: {
        std::string piece;
        fresh_text(piece, pool, random);
        text.insert(at, piece);
        break;
      }
      case kSeenText:
        (void)pool.seen->change(text, random);
        break;
      case kFlipBit:
        text[std::min(at, text.size() - 1)] = static_cast<char>(
            static_cast<unsigned char>(text[std::min(at, text.size() - 1)]) ^ (1u << random.below(8)));
        break;
    }
  }
  if (text.size() > kMaxText) text.resize(kMaxText);
}

}  // namespace reenact
