#include "cli/declared_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cli/help.h"

namespace reenact::cli {
namespace {

/// CLI11's own range would wrap a negative number around, and not name the option's bounds.
template <typename Value>
CLI::Validator within(Range<Value> range) {
  const auto check = [range](const std::string& text) {
    Value value{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return is_number && value >= range.least && value <= range.most
               ? ""
               : fmt::format("{} is no number from {} to {}", text, range.least, range.most);
  };
  return {check, fmt::format("{} to {}", range.least, range.most)};
}

}  // namespace

DeclaredOptions::DeclaredOptions(CLI::App& command) : command_(command) {
  command
      .add_flag_callback(
          "--help-search", [this] { show_search_help(); }, "Print the options of the search, in groups, and exit")
      ->trigger_on_parse();
}

void DeclaredOptions::begin_group(std::string_view title, std::initializer_list<std::string_view> heeded_by) {
  title_ = title;
  heeded_by_.assign(heeded_by.begin(), heeded_by.end());
}

void DeclaredOptions::add(CLI::Option* option, std::string default_text, std::string values,
                          std::function<void()> assign) {
  option->group(kSearchGroup)->default_str(std::move(default_text));
  declared_.push_back({option, title_, heeded_by_, std::move(values), std::move(assign)});
}

void DeclaredOptions::number(std::string_view name, std::size_t& value, Range<std::size_t> range,
                             std::string_view help) {
  CLI::Option* option = command_.add_option(std::string(name))->description(std::string(help));
  option->expected(1)->check(within(range));
  add(option, std::to_string(value), fmt::format(" ({} to {})", range.least, range.most),
      [option, &value] { value = option->as<std::size_t>(); });
}

void DeclaredOptions::real(std::string_view name, double& value, Range<double> range, std::string_view help) {
  CLI::Option* option = command_.add_option(std::string(name))->description(std::string(help));
  option->expected(1)->check(within(range));
  add(option, fmt::format("{}", value), fmt::format(" ({} to {})", range.least, range.most),
      [option, &value] { value = option->as<double>(); });
}

void DeclaredOptions::toggle(std::string_view name, bool& value, std::string_view help) {
  CLI::Option* option = command_.add_flag(fmt::format("--{},!--no-{}", name, name))->description(std::string(help));
  add(option, value ? "on" : "off", "", [option, &value] { value = option->results().back() == "true"; });
}

void DeclaredOptions::choice(std::string_view name, std::string& value, const std::vector<std::string>& among,
                             std::string_view help) {
  CLI::Option* option = command_.add_option(std::string(name))->description(std::string(help));
  option->expected(1)->check(CLI::IsMember(among));
  add(option, value, fmt::format(" ({})", fmt::join(among, ", ")),
      [option, &value] { value = option->as<std::string>(); });
}

void DeclaredOptions::apply() const {
  for (const Declared& each : declared_)
    if (each.option->count() > 0) each.assign();
}

Expected<void> DeclaredOptions::check_heeded(const std::vector<std::string>& strategies) const {
  for (const Declared& each : declared_) {
    if (each.option->count() == 0 || each.heeded_by.empty()) continue;
    const bool is_heeded = std::ranges::any_of(strategies, [&](const std::string& strategy) {
      return std::ranges::find(each.heeded_by, strategy) != each.heeded_by.end();
    });
    const std::string given = each.option->results().back();
    if (is_heeded || given == "none" || given == "0" || given == "false") continue;
    const std::string name = "--" + each.option->get_lnames().front();
    return usage_error(fmt::format(
        "{}{} is ignored by --strategy {}: it is an option of {}\n  next step: leave one out", name,
        given == "true" ? "" : " " + given, fmt::join(strategies, ","), fmt::join(each.heeded_by, " and ")));
  }
  return {};
}

void DeclaredOptions::show_search_help() const {
  std::string text = fmt::format("Options of the search of `reenact {}`; [its default]\n", command_.get_name());
  std::string title;
  for (const Declared& each : declared_) {
    if (std::exchange(title, each.title) != each.title)
      text +=
          fmt::format("\n{}{}:\n", title,
                      each.heeded_by.empty() ? "" : fmt::format(" (--strategy {})", fmt::join(each.heeded_by, ", ")));
    const bool is_toggle = each.option->get_items_expected_max() == 0;
    const std::string name = fmt::format("--{}{}", is_toggle ? "[no-]" : "", each.option->get_lnames().front());
    text += fmt::format("  {:<28} [{}] {}\n", name, each.option->get_default_str(),
                        each.option->get_description() + each.values);
  }
  fmt::print("{}", text);
  throw CLI::Success();
}

}  // namespace reenact::cli
