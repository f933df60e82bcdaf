// One name per function, however a tool spelled it.
#include <llvm/Demangle/Demangle.h>

#include <algorithm>

#include "base/text.h"
#include "crash/match.h"

namespace reenact {
namespace {

void erase_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

constexpr std::string_view kOperator = "operator";

/// Behind the bracket that closes the one at `begin`; npos: none does.
std::size_t behind_closing(std::string_view text, std::size_t begin, char opens, char closes) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    depth += text[i] == opens ? 1 : text[i] == closes ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

/// Of "f(int) const::Local::g()" at the first bracket: where "::Local" begins. npos: nothing is in that function.
std::size_t scope_behind_parameters(std::string_view text, std::size_t bracket) {
  std::size_t end = behind_closing(text, bracket, '(', ')');
  for (const std::string_view part : {" const", " &&", " &"})
    if (end != std::string_view::npos && text.substr(end).starts_with(part)) end += part.size();
  return end != std::string_view::npos && text.substr(end).starts_with("::") ? end : std::string_view::npos;
}

/// "f::operator()" of "f::$_0::operator()", "f::'lambda'::operator()": each compiler numbers and spells lambdas in its own way, and some
/// leave the function out, too.
std::string without_lambdas(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find("::", begin), text.size());
    const std::string_view scope = std::string_view(text).substr(begin, end - begin);
    if (!scope.empty() && !scope.starts_with("$_") && !scope.starts_with("'lambda"))
      result += (result.empty() ? "" : "::") + std::string(scope);
    begin = end + 2;
  }
  return result;
}

/// Drops template arguments, the parameters of functions that something is in, and everything from the function's own parameters on.
std::string without_arguments(const std::string& text) {
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (depth == 0 && (c == '<' || c == '>' || c == '(' || c == ')') && is_operator_at(text, i)) {
      // operator() has a list of parameters of its own behind it.
      if (c == '(' && !(text.compare(i, 2, "()") == 0 && text.compare(i - 8, 8, "operator") == 0)) break;
      result += c;
      continue;
    }
    if (c == '<')
      ++depth;
    else if (c == '>' && depth > 0)
      --depth;
    else if (depth > 0)
      continue;
    else if (c == '{')  // "{lambda(int)#1}"
      i = std::min(behind_closing(text, i, '{', '}'), text.size()) - 1;
    else if (c != '(')
      result += c;
    else if (const std::size_t scope = scope_behind_parameters(text, i); scope != std::string::npos)
      i = scope - 1;
    else
      break;
  }
  return without_lambdas(result);
}

/// "auto f()" of "decltype(auto) f()": what a function returns may be written with brackets.
void erase_decltypes(std::string& text) {
  constexpr std::string_view kWord = "decltype";
  for (std::size_t at = text.find(kWord); at != std::string::npos; at = text.find(kWord, at)) {
    std::size_t end = text.find_first_not_of(' ', at + kWord.size());
    if (end == std::string::npos || text[end] != '(') {
      at += kWord.size();
      continue;
    }
    int depth = 0;
    do {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    } while (depth > 0 && ++end < text.size());
    text.replace(at, std::min(end + 1, text.size()) - at, "auto");
  }
}

/// "_ZN1TD0Ev" and "_ZN1TD2Ev" as one text. A variant is a letter and a digit in front of the parameters.
std::string without_variant(std::string_view linkage_name) {
  std::string result(linkage_name);
  for (const char* variant : {"C1E", "C2E", "C3E", "D0E", "D1E", "D2E"})
    if (const auto at = result.rfind(variant); at != std::string::npos) result[at + 1] = '0';
  return result;
}

}  // namespace

bool is_operator_at(const std::string& text, std::size_t at) {
  // "operator<", "operator()", "operator->": the brackets belong to the name.
  const auto start = text.rfind(kOperator, at);
  // "add_operator(" and "operators(" are functions like any other.
  if (start == std::string::npos || find_word(text, kOperator, start) != start) return false;
  const std::string_view so_far =
      std::string_view(text).substr(start + kOperator.size(), at - start - kOperator.size() + 1);
  for (const std::string_view symbol : {"<<=", "<=>", ">>=", ">=", "->*", "()"})
    if (symbol.starts_with(so_far)) return true;
  return false;
}

bool are_variants(std::string_view a, std::string_view b) {
  return a != b && a.size() == b.size() && without_variant(a) == without_variant(b);
}

std::string plain_name(std::string_view function) {
  std::string text(function);
  if (text.starts_with("_Z")) text = llvm::demangle(text);
  if (const auto clone = text.find(" [clone"); clone != std::string::npos) text.resize(clone);
  if (const auto tag = text.find("[abi:"); tag != std::string::npos) text.erase(tag, text.find(']', tag) - tag + 1);
  for (const char* suffix : {".cold", ".part.", ".isra.", ".constprop.", ".unit."})
    if (const auto at = text.find(suffix); at != std::string::npos) text.resize(at);
  for (const char* part : {"(anonymous namespace)::", "{anonymous}::", "(anonymous class)::", "__cxx11::", "static "})
    erase_all(text, part);
  erase_decltypes(text);
  std::string result = without_arguments(text);
  while (!result.empty() && result.back() == ' ') result.pop_back();
  // A return type ends at the last blank that is not inside "operator new" and the like.
  const auto op = find_word(result, kOperator);
  const auto blank = result.rfind(' ', op == std::string::npos ? std::string::npos : op);
  if (blank != std::string::npos) result.erase(0, blank + 1);
  while (!result.empty() && (result.front() == '*' || result.front() == '&')) result.erase(0, 1);
  // Inline namespaces that carry a version, as in nlohmann::json_abi_v3_11_2::.
  for (auto at = result.find("_abi_v"); at != std::string::npos; at = result.find("_abi_v")) {
    const auto start = result.rfind("::", at), end = result.find("::", at);
    if (end == std::string::npos) break;
    result.erase(start == std::string::npos ? 0 : start + 2, end + 2 - (start == std::string::npos ? 0 : start + 2));
  }
  return result;
}

}  // namespace reenact
