#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace reenact::cli {
std::string shown_type(const std::string& type) {
  const std::size_t colon = type.find(':');
  const std::string base = type.substr(0, colon);
  std::string name = base == "UINT" || base == "INT" ? "N" : base == "FLOAT" ? "X" : base;
  if (colon == std::string::npos) return name;
  const std::string rule = type.substr(colon + 1);
  if (rule.starts_with("{") && rule.ends_with("}")) {
    std::string among = rule.substr(1, rule.size() - 2);
    std::ranges::replace(among, ',', '|');
    return among;
  }
  if (rule.starts_with(">= ")) return fmt::format("{} ({} or more)", name, rule.substr(3));
  // "UINT in [1 - 64]"
  const std::size_t open = rule.find(" in ["), middle = rule.find(" - ");
  if (open != std::string::npos && middle != std::string::npos)
    return fmt::format("{} ({} to {})", name, rule.substr(open + 5, middle - open - 5),
                       rule.substr(middle + 3, rule.size() - middle - 4));
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
