#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace reenact::cli {
namespace {

struct Rule {
  std::string_view before, between, after;  // around the one or two values of CLI11's words for a rule
};

/// "UINT in [1 - 64]" by {"UINT in [", " - ", "]"}: "1 to 64"; "" where the rule is another one.
std::string range_of(std::string_view text, const Rule& rule) {
  if (!text.starts_with(rule.before) || !text.ends_with(rule.after)) return "";
  text.remove_prefix(rule.before.size());
  text.remove_suffix(rule.after.size());
  const std::size_t middle = text.find(rule.between);
  if (middle == std::string_view::npos) return "";
  return fmt::format("{} to {}", text.substr(0, middle), text.substr(middle + rule.between.size()));
}

}  // namespace

std::string shown_type(const std::string& type) {
  const std::size_t colon = type.find(':');
  const std::string base = type.substr(0, colon);
  const std::string name = base == "UINT" || base == "INT" ? "N" : base == "FLOAT" ? "X" : base;
  if (colon == std::string::npos) return name;
  const std::string rule = type.substr(colon + 1);
  if (rule.starts_with("{") && rule.ends_with("}")) {
    std::string among = rule.substr(1, rule.size() - 2);
    std::ranges::replace(among, ',', '|');
    return among;
  }
  if (rule.starts_with(">= ")) return fmt::format("{} ({} or more)", name, rule.substr(3));
  for (const Rule& each : {Rule{"UINT in [", " - ", "]"}, Rule{"INT in [", " - ", "]"}})
    if (const std::string range = range_of(rule, each); !range.empty()) return fmt::format("{} ({})", name, range);
  return name;
}

std::string HelpFormatter::make_group(std::string group, bool is_positional,
                                      std::vector<const CLI::Option*> options) const {
  return group == kSearchGroup ? "" : CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_positional() || option->get_type_size() == 0) return "";
  if (!option->get_option_text().empty()) return " " + option->get_option_text();
  const std::string shown = " " + shown_type(option->get_type_name());
  if (option->get_required()) return shown + "  (required)";
  return option->get_default_str().empty() ? shown : fmt::format("{} [{}]", shown, option->get_default_str());
}

}  // namespace reenact::cli
