#include "goal/argument_place.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace reenact {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }
bool is_of_operator(char c) { return std::string_view("<>=+-*/%&|^!~").contains(c); }

/// The word that begins there.
std::string_view word_at(std::string_view code, std::size_t at) {
  std::size_t end = at;
  while (end < code.size() && is_of_word(code[end])) ++end;
  return code.substr(at, end - at);
}

bool is_callable(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kOthers{"if",     "while", "for",     "switch",  "return",
                                                           "sizeof", "catch", "alignof", "decltype"};
  return std::ranges::find(kOthers, word) == kOthers.end();
}

/// Names, members and what stands in brackets: the part of `a[i].b->c(x)` in front of `c`.
bool is_object_of(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (opens(c)) ++depth;
    if (closes(c)) --depth;
    if (depth > 0 || closes(c) || is_of_word(c) || is_blank(c) || c == '.' || c == ':') continue;
    if (c != '-' || !text.substr(i).starts_with("->")) return false;
    ++i;
  }
  return true;
}

}  // namespace

std::size_t ArgumentPlace::next(std::size_t at) const {
  while (at < code_.size() && is_blank(code_[at])) ++at;
  return at;
}

std::vector<ArgumentPlace::Bracket> ArgumentPlace::open_at(std::size_t at) const {
  std::vector<Bracket> open;
  std::size_t word = kNowhere;  // the last one, if nothing else stands behind it
  for (std::size_t i = 0; i < at; ++i) {
    const char c = code_[i];
    if (is_of_word(c)) {
      word = i;
      i += word_at(code_, i).size() - 1;
      continue;
    }
    if (is_blank(c)) continue;
    if (opens(c)) {
      const bool is_call = c == '(' && word != kNowhere && is_callable(word_at(code_, word));
      open.push_back({is_call ? word : kNowhere, i + 1});
    } else if (closes(c) && !open.empty()) {
      open.pop_back();
    } else if (c == ',' && !open.empty()) {
      open.back().argument = i + 1;
    }
    word = kNowhere;
  }
  return open;
}

std::size_t ArgumentPlace::behind_bracket(std::size_t at) const {
  int depth = 0;
  for (; at < code_.size(); ++at) {
    if (opens(code_[at])) ++depth;
    if (closes(code_[at]) && --depth == 0) return at + 1;
  }
  return at;
}

std::size_t ArgumentPlace::end_of(std::size_t at, Operand operand) const {
  const bool is_value = operand == Operand::kValue;
  while (is_value && at < code_.size() && (code_[at] == '*' || is_blank(code_[at]))) ++at;
  for (; at < code_.size(); at = next(at)) {
    const std::string_view rest = code_.substr(at);
    if (is_of_word(rest.front())) {
      at += word_at(code_, at).size();
    } else if (rest.starts_with("::") || (is_value && rest.starts_with("->"))) {
      at += 2;
    } else if (is_value && rest.front() == '.') {
      ++at;
    } else if (rest.front() == '(' || (is_value && rest.front() == '[')) {
      at = behind_bracket(at);
      if (!is_value) return next(at);
    } else {
      break;
    }
  }
  return at;
}

/// Of the operators that are called between, the one whose right side `at` is; kNowhere: it is none's.
std::size_t ArgumentPlace::operator_before(std::size_t from, std::size_t at) const {
  for (std::size_t i = at; i-- > from;) {
    if (!is_of_operator(code_[i])) continue;
    std::size_t begin = i;
    while (begin > from && is_of_operator(code_[begin - 1])) --begin;
    if (is_operator_(begin)) return is_object_of(code_.substr(i + 1, at - i - 1)) ? begin : kNowhere;
    i = begin;
  }
  return kNowhere;
}

/// The `?` of which the value at `at`, in brackets or not, is an arm; kNowhere: of none.
std::size_t ArgumentPlace::conditional_around(std::size_t at) const {
  const auto before = [&](std::size_t i) {
    while (i > 0 && is_blank(code_[i - 1])) --i;
    return i;  // behind what stands before
  };
  std::size_t begin = before(at), end = next(end_of(at, Operand::kValue));
  for (; begin > 0 && code_[begin - 1] == '(' && end < code_.size() && code_[end] == ')'; end = next(end + 1))
    begin = before(begin - 1);
  const bool is_all = end >= code_.size() || std::string_view(":;,)]}").contains(code_[end]);
  if (!is_all || begin == 0 || code_.substr(end).starts_with("::")) return kNowhere;
  if (code_[begin - 1] == '?') return begin - 1;
  if (code_[begin - 1] != ':') return kNowhere;
  int depth = 0, arms = 1;
  for (std::size_t i = begin - 1; i-- > 0;) {
    const char c = code_[i];
    depth += closes(c) ? 1 : opens(c) ? -1 : 0;
    if (depth < 0 || c == ';') break;
    if (depth > 0) continue;
    if (c == ':' && i > 0 && code_[i - 1] == ':')
      --i;
    else if (c == ':')
      ++arms;
    else if (c == '?' && --arms == 0)
      return i;
  }
  return kNowhere;
}

std::vector<std::size_t> ArgumentPlace::receivers(std::size_t at, Operand operand) const {
  std::vector<std::size_t> result;
  if (operand == Operand::kValue)
    if (const std::size_t conditional = conditional_around(at); conditional != kNowhere) {
      result.push_back(conditional);
      const std::vector<Bracket> around = open_at(conditional);
      if (around.empty() || around.back().callee == kNowhere) return result;
      result.push_back(around.back().callee);
      std::ranges::copy(receivers(around.back().callee, Operand::kCall), std::back_inserter(result));
      return result;
    }
  std::vector<Bracket> open = open_at(at);
  while (true) {
    const std::size_t from = open.empty() ? 0 : open.back().argument, end = end_of(at, operand);
    const char behind = end < code_.size() ? code_[end] : ';';
    if (!open.empty() && open.back().callee != kNowhere && (behind == ',' || behind == ')') &&
        is_object_of(code_.substr(from, at - from))) {
      at = open.back().callee;
      operand = Operand::kCall;
      result.push_back(at);
      open.pop_back();
      continue;
    }
    if (const std::size_t called = operator_before(from, at); called != kNowhere)
      if (behind == ',' || behind == ')' || behind == ';' || code_.substr(end, 2) == code_.substr(called, 2))
        result.push_back(called);
    return result;
  }
}

}  // namespace reenact
