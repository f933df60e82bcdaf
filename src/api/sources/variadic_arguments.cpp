#include "api/sources/variadic_arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/sources/source_code.h"
#include "base/files.h"
#include "base/text.h"

namespace reenact::api {
namespace {

constexpr std::string_view kTakes = "va_arg";
constexpr std::size_t kMostTypes = 4;  // of one function: with more it is one that prints

/// Behind the bracket that closes the one at `open`; npos: none does.
std::size_t behind_bracket(std::string_view code, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    if (code[i] == '(') ++depth;
    if (code[i] == ')' && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

/// Of "parser* either(int n, ...)" "either"; empty: it begins no function with `...`.
std::string variadic_function(std::string_view header) {
  const std::size_t end = header.rfind("...");
  if (end == std::string_view::npos) return {};
  const std::size_t close = header.find_first_not_of(' ', end + 3);
  if (close == std::string_view::npos || header[close] != ')') return {};
  std::size_t depth = 1, open = end;
  while (open > 0 && depth > 0) {
    --open;
    if (header[open] == ')') ++depth;
    if (header[open] == '(') --depth;
  }
  const std::size_t last = header.find_last_not_of(' ', open == 0 ? 0 : open - 1);
  if (depth > 0 || last == std::string_view::npos) return {};
  return std::string(unqualified(name_before(header, last + 1)));
}

/// The types that `body` takes.
std::vector<std::string> types_taken_in(std::string_view body) {
  std::vector<std::string> types;
  for (std::size_t at = find_word(body, kTakes); at != std::string_view::npos; at = find_word(body, kTakes, at + 1)) {
    const std::size_t open = body.find_first_not_of(' ', at + kTakes.size());
    if (open == std::string_view::npos || body[open] != '(') continue;
    const std::size_t end = behind_bracket(body, open), comma = body.find(',', open);
    if (end == std::string_view::npos || comma > end) continue;
    const std::string_view type = trimmed(body.substr(comma + 1, end - comma - 2));
    if (std::ranges::find(types, type) == types.end()) types.emplace_back(type);
  }
  return types;
}

}  // namespace

VariadicArguments variadic_arguments_in(const std::string& source) {
  VariadicArguments result;
  if (!source.contains(kTakes)) return result;
  const std::string code = code_of(source);
  for (const auto& [header, body] : function_bodies(code)) {
    std::string function = variadic_function(header);
    if (function.empty()) continue;
    if (auto types = types_taken_in(body); !types.empty()) result.emplace(std::move(function), std::move(types));
  }
  return result;
}

VariadicArguments variadic_arguments(const std::vector<std::filesystem::path>& sources) {
  VariadicArguments result;
  for (const std::filesystem::path& source : sources)
    result.merge(variadic_arguments_in(read_file(source).value_or("")));
  return result;
}

std::string declarations_of(const VariadicArguments& functions) {
  std::string text;
  for (const auto& [function, types] : functions) {
    if (types.size() > kMostTypes) continue;
    text += fmt::format("namespace {} {{\n", variadic_namespace(function));
    for (std::size_t i = 0; i < types.size(); ++i) text += fmt::format("using taken_{} = {};\n", i, types[i]);
    text += "}\n";
  }
  return text;
}

std::string variadic_namespace(const std::string& function) { return "reenact_variadic_" + function; }

}  // namespace reenact::api
