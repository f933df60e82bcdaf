#include "print/names.h"

#include <cctype>

#include "base/text.h"

namespace reenact::print {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_part(char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

const std::set<std::string, std::less<>>& unusable() {
  static const std::set<std::string, std::less<>> words{
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
      "char8_t", "char16_t", "char32_t", "class", "compl", "concept", "const", "consteval", "constexpr", "constinit",
      "const_cast", "continue", "co_await", "co_return", "co_yield", "decltype", "default", "delete", "do", "double",
      "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
      "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
      "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "return", "short",
      "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
      "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual",
      "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
      // names that <gtest/gtest.h> or the C library make macros or that the test uses itself
      "std", "testing", "stdin", "stdout", "stderr", "errno", "NULL", "EOF", "assert", "main", "TEST", "crash", "linux",
      "unix"};
  return words;
}

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

std::string lower_case(std::string_view text) {
  std::string result;
  for (const char c : text) result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Where the word that begins at `at` ends, in `a_name`, `aName` or `XMLName`: behind it, or at its '_'.
std::size_t end_of_word(std::string_view name, std::size_t at) {
  std::size_t end = at + 1;
  while (end < name.size() && name[end] != '_') {
    const bool begins = is_upper(name[end]) &&
                        (!is_upper(name[end - 1]) ||
                         (end + 1 < name.size() && std::islower(static_cast<unsigned char>(name[end + 1])) != 0));
    if (begins) break;
    ++end;
  }
  return end;
}

/// "ares_options" -> "options", "b2World" -> "world"; empty: it is one word.
std::string without_first_word(std::string_view name) {
  std::size_t at = end_of_word(name, 0);
  while (at < name.size() && name[at] == '_') ++at;
  return at < name.size() ? variable_name_from(name.substr(at)) : "";
}

/// Is it a name of its own, and none of a number?
bool is_good(std::string_view name) {
  return name.size() > 1 && std::isalpha(static_cast<unsigned char>(name.front())) != 0 && !unusable().contains(name);
}

const std::set<std::string, std::less<>>& making_words() {
  static const std::set<std::string, std::less<>> words{"add",  "append", "create", "new",   "make", "insert",
                                                        "open", "alloc",  "init",   "build", "dup",  "clone"};
  return words;
}

}  // namespace

void Names::reserve(std::string_view code) {
  for (std::size_t i = 0; i < code.size();) {
    if (!is_letter(code[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < code.size() && is_part(code[end])) ++end;
    // A local variable hides no member and nothing that is always written with its scope.
    const std::string_view before = code.substr(i < 2 ? 0 : i - 2, i < 2 ? i : 2);
    const bool is_qualified = before.ends_with('.') || before == "::" || before == "->" || before == ".}";
    // "{r}" stands for the new variable.
    const bool is_placeholder = before.ends_with('{') && code.substr(i).starts_with("r}");
    if (!is_qualified && !is_placeholder) of_code_.emplace(code.substr(i, end - i));
    i = end;
  }
}

std::string Names::take(std::string_view wish) {
  std::string name;
  for (const char c : wish)
    if (is_part(c)) name += c;
  while (!name.empty() && !std::isalpha(static_cast<unsigned char>(name.front()))) name.erase(0, 1);
  while (name.size() > 1 && name.back() == '_') name.pop_back();
  if (name.empty()) name = "value";
  if (of_code_.contains(name))
    if (std::string rest = without_first_word(name); is_good(rest) && !of_code_.contains(rest)) name = std::move(rest);
  if (unusable().contains(name)) name += "_value";
  std::string result = name;
  for (unsigned i = 2; of_code_.contains(result) || !taken_.insert(result).second; ++i)
    result = name + std::to_string(i);
  return result;
}

std::string without_making(std::string name) {
  const std::size_t end = end_of_word(name, 0);
  if (!making_words().contains(lower_case(std::string_view(name).substr(0, end)))) return name;
  std::string rest = without_first_word(name);
  return is_good(rest) ? rest : name;
}

bool says_making(std::string_view name) {
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = end_of_word(name, at);
    if (making_words().contains(lower_case(name.substr(at, end - at)))) return true;
    at = end + (end < name.size() && name[end] == '_' ? 1 : 0);
  }
  return false;
}

bool only_says_what_is_done(std::string_view name) {
  static const std::set<std::string_view> verbs{"add",  "append", "create", "find", "init",  "insert",
                                                "load", "lookup", "make",   "new",  "open",  "parse",
                                                "push", "at",     "value",  "next", "build", "read"};
  return verbs.contains(name);
}

std::string name_from_class(std::string_view spelling) {
  static const std::set<std::string_view> others{"char",  "short",  "int",  "long", "unsigned", "signed",
                                                 "float", "double", "bool", "void", "wchar_t",  "size_t"};
  for (const std::string_view word : {"const ", "struct ", "class "})
    if (spelling.starts_with(word)) spelling.remove_prefix(word.size());
  const bool is_class = !spelling.empty() && is_letter(spelling.front()) &&
                        !others.contains(spelling.substr(0, spelling.find_first_of(" *&["))) && !spelling.contains('(');
  return is_class ? variable_name_from(spelling) : "";
}

std::string variable_name_from(std::string_view qualified) {
  std::string plain;
  int depth = 0;
  for (const char c : qualified) {
    if (c == '<') ++depth;
    if (depth == 0 && (is_part(c) || c == ':')) plain += c;
    if (c == '>') --depth;
  }
  plain = std::string(unqualified(plain));
  while (plain.starts_with('_')) plain.erase(0, 1);
  if (plain.starts_with("basic_")) plain.erase(0, 6);  // std::basic_istringstream<char>
  if ((plain.starts_with("Get") || plain.starts_with("get")) && plain.size() > 4)
    plain.erase(0, plain[3] == '_' ? 4 : 3);
  if ((plain.ends_with("_t") || plain.ends_with("_s")) && plain.size() > 2) plain.resize(plain.size() - 2);
  // A leading acronym is lower-cased up to its last letter: XMLDocument -> xmlDocument.
  const auto upper = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 0; i < plain.size() && upper(plain[i]); ++i) {
    if (i > 0 && i + 1 < plain.size() && !upper(plain[i + 1]) && is_letter(plain[i + 1])) break;
    plain[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(plain[i])));
  }
  return plain;
}

namespace {

/// Where the bracket that `at` is inside of was opened: its '<', or npos.
std::size_t opening_bracket(std::string_view code, std::size_t at) {
  int depth = 0;
  while (at-- > 0) {
    if (code[at] == '>') ++depth;
    if (code[at] == '<' && depth-- == 0) return at;
  }
  return std::string_view::npos;
}

bool is_of_std(std::string_view code, std::size_t bracket) {
  std::size_t start = bracket;
  while (start > 0 && (std::isalnum(static_cast<unsigned char>(code[start - 1])) != 0 || code[start - 1] == '_' ||
                       code[start - 1] == ':'))
    --start;
  return code.substr(start).starts_with("std::");
}

}  // namespace

std::string without_default_allocators(std::string code) {
  constexpr std::string_view allocator = ", std::allocator<";
  std::size_t at = 0;
  while ((at = code.find(allocator, at)) != std::string::npos) {
    std::size_t end = at + allocator.size();
    for (int depth = 1; end < code.size() && depth > 0; ++end)
      depth += code[end] == '<' ? 1 : code[end] == '>' ? -1 : 0;
    const std::size_t bracket = opening_bracket(code, at);
    const bool is_last = end < code.size() && code[end] == '>';
    if (is_last && bracket != std::string::npos && is_of_std(code, bracket))
      code.erase(at, end - at);
    else
      at += allocator.size();
  }
  return code;
}

}  // namespace reenact::print
