#include "crash/texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace reenact {
namespace {

// The search keeps so much of a text (abi/abi.h: kReenactMaxText, less the end); what is cut there is compared so far.
constexpr std::size_t kKept = 239;  // bytes

bool is_word_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool has_letter(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The number that begins at `at`: "12", "-3.5", "0x1f"; 0: none does.
std::size_t number(std::string_view text, std::size_t at) {
  std::size_t end = at;
  if (text[end] == '-' && end + 1 < text.size()) ++end;
  if (!is_digit(text[end])) return 0;
  while (end < text.size() &&
         (is_word_byte(text[end]) || (text[end] == '.' && end + 1 < text.size() && is_digit(text[end + 1]))))
    ++end;
  return end - at;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kQuotes{{{"'", "'"},
                                                                                {"\"", "\""},
                                                                                {"`", "'"},
                                                                                {"`", "`"},
                                                                                {"\u2018", "\u2019"},
                                                                                {"\u201c", "\u201d"},
                                                                                {"\u00ab", "\u00bb"}}};

/// The quotation that opens at `at`, with both marks; 0: none does. The one in "can't" does not.
std::size_t quotation(std::string_view text, std::size_t at) {
  for (const auto& [open, close] : kQuotes) {
    if (!text.substr(at).starts_with(open)) continue;
    if (open == "'" && at > 0 && is_word_byte(text[at - 1])) continue;
    const auto end = text.find(close, at + open.size());
    if (end != std::string_view::npos) return end + close.size() - at;
  }
  return 0;
}

/// How much of a text literals cover, byte for byte.
enum class Cover : std::uint8_t { kNone, kWord, kPart };

void cover(std::string_view text, std::string_view literal, std::vector<Cover>& covered) {
  const bool is_word = std::ranges::all_of(literal, is_word_byte);
  for (auto at = text.find(literal); at != std::string_view::npos; at = text.find(literal, at + 1)) {
    const std::size_t end = at + literal.size();
    // Not in the middle of a word: "in" is no part of "string".
    if (at > 0 && is_word_byte(literal.front()) && is_word_byte(text[at - 1])) continue;
    if (end < text.size() && is_word_byte(literal.back()) && is_word_byte(text[end])) continue;
    for (std::size_t i = at; i < end; ++i) covered[i] = std::max(covered[i], is_word ? Cover::kWord : Cover::kPart);
  }
}

std::string_view first_line(std::string_view text) {
  text = text.substr(0, std::min(text.find('\n'), kKept));
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

TextPattern::TextPattern(std::string_view reported, std::vector<std::string> literals)
    : reported_(first_line(reported)), literals_(std::move(literals)) {
  std::erase_if(literals_, [](const std::string& each) { return !has_letter(each); });
  from_library_ = std::ranges::none_of(
      tokens_of(reported_), [](const Token& each) { return each.part == Part::kFixed || each.part == Part::kWord; });
  tokens_ = tokens_of(reported_);
}

bool TextPattern::has_fixed_words(std::string_view seen) const {
  std::size_t from = 0;
  for (const Token& each : tokens_) {
    if (each.part != Part::kFixed) continue;
    const auto at = seen.find(each.text, from);
    if (at == std::string_view::npos) return false;
    from = at + each.text.size();
  }
  return true;
}

std::vector<TextPattern::Token> TextPattern::tokens_of(std::string_view text) const {
  std::vector<Cover> covered(text.size(), Cover::kNone);
  for (const std::string& literal : literals_) cover(text, literal, covered);
  std::vector<Token> result;
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    if (const std::size_t length = std::max(quotation(text, i), number(text, i)); length > 0) {
      result.push_back({Part::kValue, ""});
      i += length;
      continue;
    }
    std::size_t end = i + 1;
    while (is_word_byte(text[i]) && end < text.size() && is_word_byte(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (from_library_ || covered[i] == Cover::kPart)
      result.push_back({Part::kFixed, std::string(word)});
    else
      result.push_back({covered[i] == Cover::kWord ? Part::kWord : Part::kFree, std::string(word)});
    i = end;
  }
  return result;
}

/// Fixed words have to be the same, one after the other. Between two of them what came in at run time may differ: values
/// from values, and free words from any others.
bool TextPattern::same(const std::vector<Token>& reported, const std::vector<Token>& seen) {
  auto a = reported.begin(), b = seen.begin();
  for (;;) {
    const auto is_fixed = [](const Token& each) { return each.part == Part::kFixed; };
    const auto a_end = std::find_if(a, reported.end(), is_fixed), b_end = std::find_if(b, seen.end(), is_fixed);
    const auto words = [](auto from, auto to) {
      std::vector<Token> result;
      std::copy_if(from, to, std::back_inserter(result), [](const Token& each) { return each.part != Part::kValue; });
      return result;
    };
    const auto is_free = [](const Token& each) { return each.part == Part::kFree; };
    if (words(a, a_end) != words(b, b_end) && std::none_of(a, a_end, is_free) && std::none_of(b, b_end, is_free))
      return false;
    if (a_end == reported.end() || b_end == seen.end()) return a_end == reported.end() && b_end == seen.end();
    if (*a_end != *b_end) return false;
    a = a_end + 1;
    b = b_end + 1;
  }
}

bool TextPattern::agrees(std::string_view seen) const {
  const std::string_view line = first_line(seen);
  return line == reported_ || (has_fixed_words(line) && same(tokens_, tokens_of(line)));
}

}  // namespace reenact
