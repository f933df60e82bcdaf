#include "api/types/reported_templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "base/text.h"
#include "crash/match.h"

namespace reenact::api {
namespace {

constexpr std::string_view kArgument = "reenact_part_of_class_";

/// What the names show of templates.
struct Instances {
  std::set<std::string> classes;
  std::set<std::pair<std::string, std::string>> functions;  // name and arguments
};

/// "a::B<int>::f<char const>(x)" -> every prefix that ends in a template-id, and the arguments of the last one.
void collect(const std::string& given, Instances& to) {
  std::string name = given;
  if (const auto space = name.find(' '); space != std::string::npos && name.find('<') > space)
    name = name.substr(space + 1);  // a return type
  int depth = 0;
  std::size_t open = 0, component = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if ((c == '<' || c == '(') && is_operator_at(name, i)) continue;
    if (c == '<') {
      if (depth++ == 0) open = i;
    } else if (c == '>' && depth > 0 && name[i - 1] != '-') {
      if (--depth > 0) continue;
      const bool at_end = i + 1 == name.size() || name[i + 1] == '(';
      if (at_end)
        to.functions.emplace(trimmed(std::string_view(name).substr(component, open - component)),
                             name.substr(open + 1, i - open - 1));
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
