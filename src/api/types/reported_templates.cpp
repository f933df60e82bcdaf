#include "api/types/reported_templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace reenact::api {
namespace {

constexpr std::string_view kArgument = "reenact_part_of_class_";

/// What the names show of templates.
struct Instances {
  std::set<std::string> classes;
  std::set<std::pair<std::string, std::string>> functions;  // name and arguments
};

/// Where the name of an operator ends that begins at `at`: behind "operator<<" of "operator<< <char>"; `at` if none begins there.
std::size_t end_of_operator(std::string_view name, std::size_t at) {
  constexpr std::string_view kWord = "operator";
  constexpr std::array<std::string_view, 13> kSigns{
      "<<=", ">>=", "<=>", "->*", "<<", ">>", "<=", ">=", "->", "()", "[]", "<", ">"};
  const bool is_within = at > 0 && (name[at - 1] == '_' || isalnum(static_cast<unsigned char>(name[at - 1])) != 0);
  if (is_within || !name.substr(at).starts_with(kWord)) return at;
  for (const std::string_view sign : kSigns)
    if (name.substr(at + kWord.size()).starts_with(sign)) return at + kWord.size() + sign.size();
  return at;
}

std::string trimmed(std::string text) {
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// "a::B<int>::f<char const>(x)" -> every prefix that ends in a template-id, and the arguments of the last one.
void collect(const std::string& given, Instances& to) {
  std::string name = given;
  if (const auto space = name.find(' '); space != std::string::npos && name.find('<') > space)
    name = name.substr(space + 1);  // a return type
  int depth = 0;
  std::size_t open = 0, component = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (const std::size_t end = end_of_operator(name, i); end > i) {
      i = end - 1;
      continue;
    }
    const char c = name[i];
    if (c == '<') {
      if (depth++ == 0) open = i;
    } else if (c == '>' && depth > 0 && name[i - 1] != '-') {
      if (--depth > 0) continue;
      const bool at_end = i + 1 == name.size() || name[i + 1] == '(';
      if (at_end)
        to.functions.emplace(trimmed(name.substr(component, open - component)), name.substr(open + 1, i - open - 1));
      else
        to.classes.insert(name.substr(0, i + 1));
    } else if (c == ':' && depth == 0) {
      component = i + 1;
    } else if (c == '(' && depth == 0) {
      break;
    }
  }
}

Instances instances(const std::vector<std::string>& names) {
  Instances result;
  for (const std::string& name : names) collect(name, result);
  return result;
}

}  // namespace

std::string identifier(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::string(1, c) : fmt::format("_{:02x}", c);
  return result;
}

std::vector<std::string> split_arguments(const std::string& list) {
  std::vector<std::string> result{""};
  int depth = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == ',' && depth == 0) {
      result.emplace_back();
      continue;
    }
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if ((c == '>' && (i == 0 || list[i - 1] != '-')) || c == ')' || c == '}' || c == ']') --depth;
    if (c != ' ' || !result.back().empty()) result.back() += c;
  }
  for (std::string& each : result)
    while (each.ends_with(' ')) each.pop_back();
  return result;
}

std::vector<ReportedClass> reported_classes(const std::vector<std::string>& names) {
  std::vector<ReportedClass> result;
  for (const std::string& spelled : instances(names).classes) {
    const auto open = spelled.find('<');
    ReportedClass made{spelled, spelled.substr(0, open), {}};
    // Of "Outer<int>::Inner<char>" the arguments of both would have to be told apart.
    const std::string list = spelled.substr(open + 1, spelled.size() - open - 2);
    if (!made.name.empty() && list.find(">::") == std::string::npos) made.arguments = split_arguments(list);
    result.push_back(std::move(made));
  }
  return result;
}

std::string class_alias(std::size_t number) { return fmt::format("reenact_class_{}", number); }

std::string argument_alias(std::size_t number, std::size_t argument) {
  return fmt::format("{}{}_{}", kArgument, number, argument);
}

std::string function_aliases(std::string_view function) { return fmt::format("{}{}_", kAliasesOfFunctions, function); }

bool is_argument_alias(std::string_view name) { return name.starts_with(kArgument); }

std::string seeds(const std::vector<std::string>& names) {
  std::string text;
  std::size_t number = 0;
  for (const ReportedClass& each : reported_classes(names)) {
    for (std::size_t i = 0; i < each.arguments.size(); ++i)
      text += fmt::format("using {} = {};\n", argument_alias(number, i), each.arguments[i]);
    text += fmt::format("using {} = {};\n", class_alias(number++), each.spelled);
  }
  for (const auto& [function, list] : instances(names).functions) {
    std::size_t argument = 0;
    for (const std::string& each : split_arguments(list))
      text += fmt::format("using {}{} = {};\n", fmt::format("{}{}_", function_aliases(identifier(function)), number),
                          argument++, each);
    ++number;
  }
  return text;
}

}  // namespace reenact::api
