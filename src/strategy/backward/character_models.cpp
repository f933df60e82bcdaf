// Functions of <cctype>, the tables behind its macros, and numbers in texts: all of the "C" locale.
#include <ctype.h>
#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>

#include <cstring>

#include "strategy/backward/library_models.h"

namespace reenact::backward {
namespace {

constexpr int kFirstCharacter = -128, kBehindLast = 256;  // of glibc's tables
constexpr std::size_t kMostDigits = 10;                   // characters of a number that are looked at

/// glibc's table behind isalpha() and its like, as it is in this process: nothing here sets a locale.
template <typename Element>
std::vector<std::uint8_t> bytes_of(const Element* table) {
  std::vector<std::uint8_t> bytes((kBehindLast - kFirstCharacter) * sizeof(Element));
  std::memcpy(bytes.data(), table + kFirstCharacter, bytes.size());
  return bytes;
}

std::vector<std::uint8_t> bytes_of_address(std::uint64_t address) {
  std::vector<std::uint8_t> bytes(sizeof address);
  std::memcpy(bytes.data(), &address, sizeof address);
  return bytes;
}

using Test = int (*)(int);
Test test_of(llvm::StringRef name) {
  return llvm::StringSwitch<Test>(name)
      .Case("isalnum", isalnum)
      .Case("isalpha", isalpha)
      .Case("isblank", isblank)
      .Case("iscntrl", iscntrl)
      .Case("isdigit", isdigit)
      .Case("isgraph", isgraph)
      .Case("islower", islower)
      .Case("isprint", isprint)
      .Case("ispunct", ispunct)
      .Case("isspace", isspace)
      .Case("isupper", isupper)
      .Case("isxdigit", isxdigit)
      .Default(nullptr);
}

}  // namespace

/// Of a character in 8 or 32 bits.
Expr LibraryModels::between(Expr character, char first, char last) {
  const unsigned width = e_.width(character);
  const auto constant = [&](int value) { return e_.constant(static_cast<unsigned>(value), width); };
  if (first == last) return e_.make(Op::kEq, character, constant(first));
  return e_.make(Op::kAnd, e_.make(Op::kUle, constant(first), character), e_.make(Op::kUle, character, constant(last)));
}

std::optional<LibraryModel> LibraryModels::character(llvm::StringRef name, std::span<const Expr> arguments,
                                                     unsigned width) {
  if (arguments.empty() && width == 64) {
    const bool is_class = name == "__ctype_b_loc", is_lower = name == "__ctype_tolower_loc";
    if (!is_class && !is_lower && name != "__ctype_toupper_loc") return std::nullopt;
    const std::uint64_t size = is_class ? sizeof(unsigned short) : sizeof(int);
    const std::uint64_t table = places_.table(name.str(), [&] {
      return is_class ? bytes_of(*__ctype_b_loc())
                      : bytes_of(is_lower ? *__ctype_tolower_loc() : *__ctype_toupper_loc());
    });
    const std::uint64_t middle = table + size * static_cast<std::uint64_t>(-kFirstCharacter);
    return only(number_of(places_.table("to " + name.str(), [&] { return bytes_of_address(middle); })));
  }
  if (arguments.size() != 1 || width != 32) return std::nullopt;
  const Expr given = arguments[0];
  if (e_.width(given) != 32) return std::nullopt;
  if (name == "abs") return only(e_.ite(e_.make(Op::kSlt, given, e_.constant(0, 32)), e_.make(Op::kNeg, given), given));
  const bool lowers = name == "tolower";
  if (lowers || name == "toupper")
    return only(e_.ite(between(given, lowers ? 'A' : 'a', lowers ? 'Z' : 'z'),
                       e_.make(Op::kXor, given, e_.constant('a' ^ 'A', 32)), given));
  if (name == "isascii") return only(e_.convert(Op::kZExt, e_.make(Op::kUlt, given, e_.constant(128, 32)), 32));
  const Test test = test_of(name);
  if (test == nullptr) return std::nullopt;
  // The runs of ASCII characters that are; the library's numbers for "yes" are any but 0.
  Expr is_one = e_.truth(false);
  for (int c = 0; c < 128; ++c) {
    if (test(c) == 0) continue;
    int last = c;
    while (last + 1 < 128 && test(last + 1) != 0) ++last;
    is_one = e_.make(Op::kOr, is_one, between(given, static_cast<char>(c), static_cast<char>(last)));
    c = last;
  }
  LibraryModel model = only(e_.convert(Op::kZExt, is_one, 32));
  model.cases.front().result_is_zero = e_.negation(is_one);
  return model;
}

/// Blanks, a sign, digits. `end`: where the place behind them is told; none: nowhere.
LibraryModel LibraryModels::number_in(Expr text, Expr end, unsigned width, std::string_view name) {
  const auto either = [&](Expr a, Expr b) { return e_.make(Op::kOr, a, b); };
  const auto both = [&](Expr a, Expr b) { return e_.make(Op::kAnd, a, b); };
  Expr is_blank = e_.truth(true), in_number = e_.truth(false), is_negative = e_.truth(false);
  Expr value = e_.constant(0, 64), behind = number_of(0);
  for (std::size_t i = 0; i < kMostDigits; ++i) {
    const Expr next = byte(text, i);
    const Expr digit = e_.make(Op::kSub, next, e_.constant('0', 8));
    const Expr minus = between(next, '-', '-');
    const Expr sign = both(is_blank, either(minus, between(next, '+', '+')));
    const Expr counts = both(either(is_blank, in_number), e_.make(Op::kUlt, digit, e_.constant(10, 8)));
    const Expr longer = e_.make(Op::kAdd, e_.make(Op::kMul, value, number_of(10)), e_.convert(Op::kZExt, digit, 64));
    value = e_.ite(counts, longer, value);
    behind = e_.ite(counts, number_of(i + 1), behind);
    is_negative = either(is_negative, both(is_blank, minus));
    in_number = either(counts, sign);
    is_blank = both(is_blank, either(between(next, ' ', ' '), between(next, '\t', '\r')));
    if (e_.value(next) == symbolic::Bits{0}) break;
  }
  const Expr exact = e_.negation(either(is_blank, in_number));
  value = e_.ite(is_negative, e_.make(Op::kNeg, value), value);
  const Expr result = e_.ite(exact, value, values_.unknown(fmt::format("what {} makes of a long text", name), 64));
  LibraryModel model = only(width < 64 ? e_.extract(result, 0, width) : result);
  model.no_null = {0};
  model.cases.front().exact = exact;
  if (end != Expr{})
    model.cases.front().effects = {
        {.kind = Effect::Kind::kStore, .to = end, .value = e_.make(Op::kAdd, text, behind), .count = {}}};
  return model;
}

std::optional<LibraryModel> LibraryModels::number(llvm::StringRef name, std::span<const Expr> arguments,
                                                  unsigned width) {
  if ((name == "labs" || name == "llabs") && arguments.size() == 1 && width == 64 && e_.width(arguments[0]) == 64)
    return only(e_.ite(e_.make(Op::kSlt, arguments[0], number_of(0)), e_.make(Op::kNeg, arguments[0]), arguments[0]));
  if (arguments.empty() || e_.width(arguments[0]) != 64) return std::nullopt;
  if (arguments.size() == 1 &&
      ((name == "atoi" && width == 32) || ((name == "atol" || name == "atoll") && width == 64)))
    return number_in(arguments[0], {}, width, name);
  const bool is_known = llvm::StringSwitch<bool>(name)
                            .Cases("strtol", "strtoul", "strtoll", "strtoull", true)
                            .Cases("__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll", "__isoc23_strtoull", true)
                            .Default(false);
  if (!is_known || arguments.size() != 3 || width != 64) return std::nullopt;
  if (e_.value(arguments[2]) != symbolic::Bits{10}) return std::nullopt;
  const bool tells_end = e_.value(arguments[1]) != symbolic::Bits{0};
  return number_in(arguments[0], tells_end ? arguments[1] : Expr{}, width, name);
}

}  // namespace reenact::backward
