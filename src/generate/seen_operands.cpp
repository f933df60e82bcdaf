#include "generate/seen_operands.h"

#include <algorithm>

namespace reenact {
namespace {

/// `from` as a part of `text` becomes `to`: the first one behind a random place, or else the first one of all.
bool replace(std::string& text, std::string_view from, std::string_view to, Random& random) {
  if (from.empty() || from.size() > text.size()) return false;
  std::size_t at = text.find(from, random.below(text.size()));
  if (at == std::string::npos) at = text.find(from);
  if (at == std::string::npos) return false;
  text.replace(at, from.size(), to);
  return true;
}

std::string_view as_text(const char& character) { return {&character, 1}; }

bool is_character(std::int64_t value) { return value >= -128 && value < 256; }

void resize(std::string& text, std::size_t length) {
  if (length <= text.size()) {
    text.resize(length);
    return;
  }
  if (text.empty()) text += 'a';
  for (std::size_t i = 0; text.size() < length; ++i) text += text[i];
}

/// The lower `size` bytes of `value`, as a file or a message holds a number.
std::string in_bytes(std::int64_t value, std::size_t size, bool highest_first) {
  std::string result;
  for (std::size_t i = 0; i < size; ++i) result += static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * i);
  if (highest_first) std::ranges::reverse(result);
  return result;
}

/// The same for a number of two, four or eight bytes, in either order.
bool change_bytes(std::string& text, std::int64_t from, std::int64_t to, Random& random) {
  const std::size_t size = std::size_t{2} << random.below(3);
  const auto bits = static_cast<unsigned>(8 * size);
  const auto is_too_big = [=](std::int64_t value) {
    return bits < 64 && (value >> bits) != 0 && (value >> (bits - 1)) != -1;
  };
  if (is_too_big(from) || is_too_big(to)) return false;
  const bool highest_first = random.chance(0.5);
  return replace(text, in_bytes(from, size, highest_first), in_bytes(to, size, highest_first), random);
}

bool change_by(std::string& text, std::int64_t from, std::int64_t to, Random& random) {
  const bool is_length = from == static_cast<std::int64_t>(text.size()) && to >= 0 &&
                         to <= static_cast<std::int64_t>(text.size() + SeenOperands::kMaxLength);
  if (is_length && random.chance(0.5)) {
    resize(text, static_cast<std::size_t>(to));
    return true;
  }
  if (is_character(from) && is_character(to) &&
      replace(text, as_text(static_cast<char>(from)), as_text(static_cast<char>(to)), random))
    return true;
  if (random.chance(0.5) && change_bytes(text, from, to, random)) return true;
  return replace(text, std::to_string(from), std::to_string(to), random);
}

}  // namespace

std::optional<std::int64_t> SeenOperands::integer(Random& random) const {
  if (integers_.empty()) return std::nullopt;
  const auto& [a, b] = random.pick(integers_);
  return random.chance(0.5) ? a : b;
}

std::optional<double> SeenOperands::real(Random& random) const {
  if (reals_.empty()) return std::nullopt;
  const auto& [a, b] = random.pick(reals_);
  return random.chance(0.5) ? a : b;
}

bool SeenOperands::change(std::string& text, Random& random) const {
  constexpr int kTries = 8;
  const std::size_t count = texts_.size() + integers_.size();
  for (int i = 0; i < kTries && count > 0; ++i) {
    const std::size_t drawn = random.below(count);
    const bool swapped = random.chance(0.5);
    if (drawn < texts_.size()) {
      const auto& [a, b] = texts_[drawn];
      if (replace(text, swapped ? b : a, swapped ? a : b, random)) return true;
    } else {
      const auto& [a, b] = integers_[drawn - texts_.size()];
      if (change_by(text, swapped ? b : a, swapped ? a : b, random)) return true;
    }
  }
  if (texts_.empty()) return false;
  // What a text was compared with, where the test has not that text yet.
  const auto& [a, b] = random.pick(texts_);
  text.insert(random.below(text.size() + 1), random.chance(0.5) ? a : b);
  return true;
}

}  // namespace reenact
