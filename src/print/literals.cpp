#include "print/literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/repeats.h"

namespace reenact::print {
namespace {

constexpr std::size_t kLineWidth = 90;  // characters of a literal before it is continued on the next line
constexpr std::size_t kLongRun = 64;    // bytes of equal pieces in a row that are better written as (count, piece)
constexpr std::size_t kFewestPieces = 16;

std::string escaped(char c, bool after_question_mark) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '?':
      return after_question_mark ? "\\?" : "?";  // no trigraphs
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) return std::string(1, c);
  return fmt::format("\\{:03o}", byte);
}

/// What repeats in them is better written as a piece and how often it stands there.
std::vector<Stretch> stretches(std::string_view text) { return stretches_of(text, kFewestPieces, kLongRun); }

std::string character(char c) {
  if (c == '\'') return "'\\''";
  if (c == '"') return "'\"'";
  return "'" + escaped(c, false) + "'";
}

/// A double's shortest decimal that reads back the same, always with a point or an exponent.
template <typename Float>
std::string decimal(Float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string floating(const Type& type, std::int64_t bits, std::set<std::string>& includes) {
  const double value = std::bit_cast<double>(bits);
  const bool is_float = type.bits == 32;
  const double shown = is_float ? static_cast<double>(static_cast<float>(value)) : value;
  const std::string sign = std::signbit(value) ? "-" : "";
  const std::string limits = fmt::format("std::numeric_limits<{}>::", is_float ? "float" : "double");
  if (std::isnan(shown) || std::isinf(shown)) {
    includes.insert("<limits>");
    return sign + limits + (std::isnan(shown) ? "quiet_NaN()" : "infinity()");
  }
  return is_float ? decimal(static_cast<float>(value)) + "F" : decimal(value);
}

std::string suffix(std::string_view spelling) {
  if (spelling == "unsigned int") return "U";
  if (spelling == "long") return "L";
  if (spelling == "unsigned long") return "UL";
  if (spelling == "long long") return "LL";
  if (spelling == "unsigned long long") return "ULL";
  return "";
}

std::string integer(const Type& type, std::int64_t bits, bool exact, std::set<std::string>& includes) {
  const std::uint32_t width = type.bits == 0 || type.bits > 64 ? 64 : type.bits;
  const auto raw = static_cast<std::uint64_t>(bits) & (width == 64 ? ~0ULL : (1ULL << width) - 1);
  std::string digits;
  if (type.is_signed) {
    const std::int64_t value = static_cast<std::int64_t>(raw << (64 - width)) >> (64 - width);
    if (type.spelling == "char" && value >= 0x20 && value < 0x7f) return character(static_cast<char>(value));
    // -2147483648 is an expression (minus applied to a long), not a literal.
    if (width >= 32 && value == std::numeric_limits<std::int64_t>::min() >> (64 - width)) {
      includes.insert("<limits>");
      return fmt::format("std::numeric_limits<{}>::min()", type.spelling);
    }
    digits = fmt::format("{}", value);
  } else {
    if (type.spelling == "char" && raw >= 0x20 && raw < 0x7f) return character(static_cast<char>(raw));
    digits = fmt::format("{}", raw);
    if (raw > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return digits + "U" + (exact ? suffix(type.spelling).substr(1) : "");
  }
  if (!exact || type.spelling == "int") return digits;
  const std::string kind = suffix(type.spelling);
  return kind.empty() ? fmt::format("static_cast<{}>({})", type.spelling, digits) : digits + kind;
}

/// "kRead | kAppend"; empty: they cannot be joined to that. Those of an `enum class` are no numbers.
std::string joined_enumerators(const Type& type, std::int64_t bits) {
  if (!are_flags(type) || type.enumerators.front().name.starts_with(type.spelling + "::")) return "";
  std::string result;
  for (const Enumerator& each : type.enumerators) {
    if (!std::has_single_bit(static_cast<std::uint64_t>(each.value)) || (bits & each.value) == 0) continue;
    result += (result.empty() ? "" : " | ") + each.name;
    bits &= ~each.value;
  }
  return bits == 0 ? result : "";
}

std::string enumerator(const Type& type, std::int64_t bits) {
  for (const Enumerator& each : type.enumerators)
    if (each.value == bits) return each.name;
  const std::string joined = joined_enumerators(type, bits);
  return fmt::format("static_cast<{}>({})", type.spelling, joined.empty() ? std::to_string(bits) : joined);
}

}  // namespace

std::string c_string(std::string_view text, std::size_t indent) {
  std::string result = "\"";
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string piece = escaped(text[i], i > 0 && text[i - 1] == '?');
    if (width + piece.size() > kLineWidth) {
      result += "\"\n" + std::string(indent, ' ') + "\"";
      width = 0;
    }
    result += piece;
    width += piece.size();
  }
  return result + "\"";
}

bool has_long_runs(std::string_view text) { return std::ranges::any_of(stretches(text), &Stretch::repeats); }

StringExpression string_expression(std::string_view text) {
  StringExpression result;
  const auto as_string = [](std::string_view piece) {
    return piece.contains('\0') ? fmt::format("std::string({}, {})", c_string(piece), piece.size())
                                : fmt::format("std::string({})", c_string(piece));
  };
  const auto append = [&](const std::string& term) { result.text += (result.text.empty() ? "" : " + ") + term; };
  for (const auto& [piece, times] : stretches(text)) {
    if (times == 1) {
      append(as_string(piece));
    } else if (piece.size() == 1) {
      append(fmt::format("std::string({}, {})", times, character(piece[0])));
    } else {
      append(fmt::format("repeated({}, {})", times, piece.contains('\0') ? as_string(piece) : c_string(piece)));
      result.repeats = true;
    }
  }
  if (result.text.empty()) result.text = "std::string()";
  return result;
}

std::string scalar(const Type& type, std::int64_t bits, bool exact, std::set<std::string>& includes) {
  switch (type.kind) {
    case TypeKind::kBool:
      return bits != 0 ? "true" : "false";
    case TypeKind::kFloat:
      return floating(type, bits, includes);
    case TypeKind::kEnum:
      return enumerator(type, bits);
    default:
      return integer(type, bits, exact, includes);
  }
}

}  // namespace reenact::print
