#include "generate/reported_calls.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <unordered_map>

#include "base/text.h"
#include "crash/match.h"

namespace reenact {
namespace {

/// `@0x7ffe10: 5` -> `5`, as references are shown; `n@entry=5` -> `5`.
std::string_view without_place(std::string_view shown) {
  shown = without_entry(shown);
  if (const auto colon = shown.find(": "); shown.starts_with("@0x") && colon != std::string_view::npos)
    shown.remove_prefix(colon + 2);
  return shown;
}

std::optional<ReportedValue> integer(std::string_view shown) {
  if (shown == "true" || shown == "false") return std::int64_t{shown == "true"};
  const bool is_negative = shown.starts_with('-');
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(shown.data() + is_negative, shown.data() + shown.size(), value);
  // `97 'a'` is a character.
  const bool is_all = end == shown.data() + shown.size() || *end == ' ';
  if (error != std::errc() || !is_all) return std::nullopt;
  return static_cast<std::int64_t>(is_negative ? 0 - value : value);
}

/// `RED`, `paint::RED`, `(BOLD | ITALIC)`, or the number of one without a name.
std::optional<ReportedValue> enumerator(std::string_view shown, const Type& type) {
  if (auto number = integer(shown)) return number;
  if (shown.starts_with('(') && shown.ends_with(')')) shown = shown.substr(1, shown.size() - 2);
  std::int64_t joined = 0;
  while (!shown.empty()) {
    const auto bar = std::min(shown.find(" | "), shown.size());
    const auto named = std::ranges::find(type.enumerators, unqualified(shown.substr(0, bar)),
                                         [](const Enumerator& each) { return unqualified(each.name); });
    if (named == type.enumerators.end()) return std::nullopt;
    joined |= named->value;
    shown.remove_prefix(std::min(bar + 3, shown.size()));
  }
  return joined;
}

std::optional<ReportedValue> real(std::string_view shown) {
  const std::string text(shown);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() && !text.empty() ? std::optional<ReportedValue>(value) : std::nullopt;
}

std::optional<ReportedValue> text_or_null(std::string_view shown) {
  if (shown == "0x0") return nullptr;
  const auto quote = shown.find('"');
  // `0x555555557004 "sword"`, or of a std::string `"sword"`: nothing else stands before it.
  if (quote == std::string_view::npos || (quote > 0 && !shown.starts_with("0x"))) return std::nullopt;
  std::size_t at = quote;
  return shown_text(shown, at);
}

/// Has `callable` such parameters? Then the frame's argument of each; null: it is not shown.
std::optional<std::vector<const Frame::Argument*>> arguments_by_parameter(const Callable& callable,
                                                                          const Frame& frame) {
  std::vector<const Frame::Argument*> shown;
  for (const Frame::Argument& each : frame.arguments)
    if (each.name != "this") shown.push_back(&each);
  std::vector<const Frame::Argument*> result(callable.parameters.size(), nullptr);
  const bool has_object = callable.kind == CallableKind::kMethod;
  const std::size_t count = result.size() - (has_object ? 1 : 0);
  // A declaration may name a parameter otherwise than the definition, which the report shows.
  bool all_named = true;
  for (const Frame::Argument* each : shown) {
    const auto named = std::ranges::find(callable.parameters, each->name, &Parameter::name);
    if (named == callable.parameters.end())
      all_named = false;
    else
      result[static_cast<std::size_t>(named - callable.parameters.begin())] = each;
  }
  if (all_named) return result;
  if (shown.size() != count) return std::nullopt;
  std::ranges::copy(shown, result.end() - static_cast<std::ptrdiff_t>(count));
  return result;
}

std::optional<ReportedCall> reported_call(const ApiModel& api, const Callable& callable, const Frame& frame) {
  const auto arguments = arguments_by_parameter(callable, frame);
  if (!arguments) return std::nullopt;
  ReportedCall result{callable.id, {}};
  bool says_something = false;
  for (std::size_t i = 0; i < arguments->size(); ++i) {
    const Parameter& parameter = callable.parameters[i];
    const Frame::Argument* shown = (*arguments)[i];
    auto value =
        shown == nullptr || parameter.length_of ? std::nullopt : reported_value(shown->value, api[parameter.type]);
    says_something = says_something || value;
    result.values.push_back(std::move(value));
  }
  return says_something ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

std::optional<ReportedValue> reported_value(std::string_view shown, const Type& type) {
  shown = without_place(shown);
  switch (type.kind) {
    case TypeKind::kBool:
    case TypeKind::kInteger:
      return integer(shown);
    case TypeKind::kEnum:
      return enumerator(shown, type);
    case TypeKind::kFloat:
      return real(shown);
    default:
      return text_or_null(shown);
  }
}

std::vector<ReportedCall> reported_calls(const ApiModel& api, const CrashReport& report) {
  std::unordered_map<std::string, std::vector<const Frame*>> frames;  // by function, outermost first
  for (const FrameIndex index : report.subject_frames())
    if (const Frame& frame = report.frames[index.index()]; !frame.arguments.empty())
      frames[plain_name(frame.function)].push_back(&frame);
  for (auto& [function, its] : frames) std::ranges::reverse(its);
  std::vector<ReportedCall> result;
  if (frames.empty()) return result;
  for (const Callable& callable : api.callables) {
    if (!callable.usable || callable.linkage_name.empty()) continue;
    const auto its = frames.find(plain_name(callable.name));
    if (its == frames.end()) continue;
    for (const Frame* frame : its->second)
      if (auto call = reported_call(api, callable, *frame)) {
        result.push_back(std::move(*call));
        break;
      }
  }
  return result;
}

}  // namespace reenact
