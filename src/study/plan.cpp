#include "study/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace reenact::study {
namespace {

namespace fs = std::filesystem;

Expected<std::string> text_of(const fs::path& file) {
  std::error_code ignored;
  std::ifstream stream(file, std::ios::binary);
  if (fs::is_directory(file, ignored)) return usage_error("is a folder");
  if (!stream) return usage_error(std::strerror(errno));
  std::stringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

/// Ids and names become names of folders.
bool plain(const std::string& name) {
  const auto allowed = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("_.+-", c);
  };
  return !name.empty() && name.size() <= 100 && name[0] != '.' && name[0] != '-' && std::ranges::all_of(name, allowed);
}

/// The paths that `pattern`, with one * inside one of its components, stands for; with the text in place of the *.
std::vector<std::pair<std::string, std::string>> matches_of(const fs::path& folder, const std::string& pattern) {
  const auto star = pattern.find('*');
  const auto start = pattern.rfind('/', star) + 1;  // npos + 1 is 0
  const auto end = std::min(pattern.find('/', star), pattern.size());
  const std::string before = pattern.substr(start, star - start), after = pattern.substr(star + 1, end - star - 1);
  std::vector<std::pair<std::string, std::string>> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / pattern.substr(0, start), error)) {
    const std::string name = entry.path().filename();
    if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) continue;
    const std::string path = pattern.substr(0, start) + name + pattern.substr(end);
    if (name[0] != '.' && fs::is_regular_file(folder / path, error))
      found.emplace_back(path, name.substr(before.size(), name.size() - before.size() - after.size()));
  }
  std::ranges::sort(found);
  return found;
}

class PlanReader {
 public:
  PlanReader(const fs::path& file, const PlanChecks& checks) : file_(file), checks_(checks) {}

  Expected<Plan> read() {
    const auto text = text_of(file_);
    if (!text) return usage_error(fmt::format("{}: the plan cannot be read: {}", file_.string(), text.error().message));
    const toml::parse_result parsed = toml::parse(*text);
    if (!parsed) return error_at(parsed.error().source(), std::string(parsed.error().description()));
    plan_.folder = fs::absolute(file_).parent_path();
    if (auto ok = read_top(parsed.table()); !ok) return std::unexpected(ok.error());
    return std::move(plan_);
  }

 private:
  std::unexpected<Error> error_at(const toml::source_region& where, const std::string& message) const {
    return usage_error(fmt::format("{}:{}:{}: {}", file_.string(), where.begin.line, where.begin.column, message));
  }
  template <typename T>
  Expected<T> at(const toml::source_region& where, Expected<T> result) const {
    if (result) return result;
    return error_at(where, result.error().message);
  }

  Expected<void> only(const toml::table& table, const std::vector<std::string_view>& keys,
                      std::string_view what) const {
    for (const auto& [key, value] : table)
      if (std::ranges::find(keys, key.str()) == keys.end())
        return error_at(key.source(),
                        fmt::format("unknown key '{}': {} has {}", key.str(), what, fmt::join(keys, ", ")));
    return {};
  }

  Expected<std::string> string_of(const toml::table& table, std::string_view key, std::string_view what) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return error_at(table.source(), fmt::format("{} lacks '{}'", what, key));
    if (!node->is_string()) return error_at(node->source(), fmt::format("'{}' must be a text in quotes", key));
    return node->as_string()->get();
  }

  Expected<std::int64_t> number_of(const toml::table& table, std::string_view key, std::int64_t least,
                                   std::int64_t most) const {
    const toml::node* node = table.get(key);
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < least || *value > most)
      return error_at(node->source(), fmt::format("'{}' must be a whole number from {} to {}", key, least, most));
    return *value;
  }

  Expected<std::vector<const toml::table*>> tables_of(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    std::vector<const toml::table*> result;
    if (node != nullptr && node->is_array())
      for (const toml::node& each : *node->as_array())
        if (each.is_table()) result.push_back(each.as_table());
    if (node == nullptr) return error_at(table.source(), fmt::format("the plan has no [[{}]]", key));
    if (!node->is_array() || result.empty() || result.size() != node->as_array()->size())
      return error_at(node->source(), fmt::format("'{}' must be a list of tables: write [[{}]]", key, key));
    return result;
  }

  Expected<void> read_top(const toml::table& top) {
    if (auto ok = only(top, {"repeats", "budget", "seed", "crash", "configuration"}, "a plan"); !ok) return ok;
    for (const std::string_view key : {"repeats", "budget"})
      if (!top.contains(key)) return error_at(top.source(), fmt::format("the plan lacks '{}'", key));
    const auto repeats = number_of(top, "repeats", 1, 100'000);
    if (!repeats) return std::unexpected(repeats.error());
    plan_.repeats = static_cast<unsigned>(*repeats);
    if (top.contains("seed")) {
      const auto seed = number_of(top, "seed", 0, 1'000'000'000'000);
      if (!seed) return std::unexpected(seed.error());
      plan_.seed = static_cast<std::uint64_t>(*seed);
    }
    const auto text = string_of(top, "budget", "the plan");
    if (!text) return std::unexpected(text.error());
    const auto budget = at(top.get("budget")->source(), checks_.budget(*text));
    if (!budget) return std::unexpected(budget.error());
    plan_.budget = *budget;
    return read_lists(top);
  }

  Expected<void> read_lists(const toml::table& top) {
    if (checks_.needs_configurations || top.contains("configuration")) {
      const auto configurations = tables_of(top, "configuration");
      if (!configurations) return std::unexpected(configurations.error());
      for (const toml::table* each : *configurations)
        if (auto ok = read_configuration(*each); !ok) return ok;
    }
    const auto crashes = tables_of(top, "crash");
    if (!crashes) return std::unexpected(crashes.error());
    for (const toml::table* each : *crashes)
      if (auto ok = read_crashes(*each); !ok) return ok;
    return {};
  }

  Expected<std::vector<std::string>> options_of(const toml::table& table) const {
    const toml::node* node = table.get("options");
    std::vector<std::string> options;
    if (node == nullptr) return options;
    if (const auto* text = node->as_string()) {
      std::istringstream words(text->get());
      for (std::string word; words >> word;) options.push_back(word);
    } else if (const auto* list = node->as_array()) {
      for (const toml::node& each : *list) {
        if (!each.is_string()) return error_at(each.source(), "an option must be a text in quotes");
        options.push_back(each.as_string()->get());
      }
    } else {
      return error_at(node->source(), "'options' must be a text, or a list of texts");
    }
    return options;
  }

  Expected<void> read_configuration(const toml::table& table) {
    if (auto ok = only(table, {"name", "options"}, "a configuration"); !ok) return ok;
    const auto name = string_of(table, "name", "a configuration");
    if (!name) return std::unexpected(name.error());
    const toml::source_region& where = table.get("name")->source();
    if (!plain(*name)) return error_at(where, bad_name(*name));
    for (const Configuration& other : plan_.configurations)
      if (other.name == *name) return error_at(where, fmt::format("there are two configurations '{}'", *name));
    const auto options = options_of(table);
    if (!options) return std::unexpected(options.error());
    if (!options->empty())
      if (auto ok = at(table.get("options")->source(), checks_.options(*options)); !ok) return ok;
    plan_.configurations.push_back({.name = *name, .options = *options});
    return {};
  }

  static std::string bad_name(const std::string& name) {
    return fmt::format("'{}' cannot be a name: letters, digits, and _ . + - after the first are allowed", name);
  }

  Expected<void> read_crashes(const toml::table& table) {
    if (auto ok = only(table, {"id", "report", "project", "options"}, "a crash"); !ok) return ok;
    const auto report = string_of(table, "report", "a crash"), project = string_of(table, "project", "a crash");
    if (!report) return std::unexpected(report.error());
    if (!project) return std::unexpected(project.error());
    const auto options = options_of(table);
    if (!options) return std::unexpected(options.error());
    const auto stars = std::ranges::count(*report, '*');
    if (stars == 0) {
      std::string id = (plan_.folder / *report).lexically_normal().parent_path().filename();
      const toml::node* given = table.get("id");
      if (given != nullptr) {
        const auto text = string_of(table, "id", "a crash");
        if (!text) return std::unexpected(text.error());
        id = *text;
      }
      return add_crash(table, given != nullptr ? given->source() : table.get("report")->source(),
                       {id, *report, *project, "", *options});
    }
    const toml::source_region& where = table.get("report")->source();
    if (stars > 1) return error_at(where, "only one * is allowed");
    if (table.contains("id")) return error_at(table.get("id")->source(), "a report with * gives each match its own id");
    const auto found = matches_of(plan_.folder, *report);
    if (found.empty()) return error_at(where, fmt::format("unknown crash: no file matches {}", *report));
    for (const auto& [path, id] : found) {
      std::string filled = *project;
      if (const auto star = filled.find('*'); star != std::string::npos) filled.replace(star, 1, id);
      if (auto ok = add_crash(table, where, {id, path, filled, "", *options}); !ok) return ok;
    }
    return {};
  }

  Expected<void> add_crash(const toml::table& table, const toml::source_region& where, PlannedCrash crash) {
    if (!plain(crash.id)) return error_at(where, bad_name(crash.id));
    for (const PlannedCrash& other : plan_.crashes)
      if (other.id == crash.id) return error_at(where, fmt::format("there are two crashes '{}'", crash.id));
    const toml::source_region& report = table.get("report")->source();
    auto text = text_of(plan_.folder / crash.report);
    if (!text)
      return error_at(report, fmt::format("unknown crash '{}': {}: {}", crash.id, crash.report, text.error().message));
    crash.report_text = std::move(*text);
    if (auto ok = at(report, checks_.report(crash.report_text, crash.report)); !ok) return ok;
    std::error_code ignored;
    if (!fs::exists(plan_.folder / crash.project / "compile_commands.json", ignored))
      return error_at(table.get("project")->source(),
                      fmt::format("crash '{}': there is no compile_commands.json in {}", crash.id, crash.project));
    if (!crash.options.empty())
      if (auto ok = check_together(table.get("options")->source(), crash); !ok) return ok;
    plan_.crashes.push_back(std::move(crash));
    return {};
  }

  /// A crash's options may mean something beside a configuration's only.
  Expected<void> check_together(const toml::source_region& where, const PlannedCrash& crash) const {
    for (const Configuration& configuration : plan_.configurations) {
      std::vector<std::string> both = crash.options;
      both.insert(both.end(), configuration.options.begin(), configuration.options.end());
      if (auto ok = checks_.options(both); !ok)
        return error_at(where, fmt::format("with configuration '{}': {}", configuration.name, ok.error().message));
    }
    return {};
  }

  const fs::path& file_;
  const PlanChecks& checks_;
  Plan plan_;
};

std::string listed(const std::vector<std::string>& options) { return fmt::format("'{}'", fmt::join(options, " ")); }

std::optional<std::string> difference(const PlannedCrash& stored, const PlannedCrash& given) {
  if (stored.report_text != given.report_text) return fmt::format("the report of crash {} has changed", given.id);
  if (stored.project != given.project)
    return fmt::format("the project of crash {} is {}, was {}", given.id, given.project, stored.project);
  if (stored.options != given.options)
    return fmt::format("the options of crash {} are {}, were {}", given.id, listed(given.options),
                       listed(stored.options));
  return std::nullopt;
}

std::optional<std::string> difference(const Configuration& stored, const Configuration& given) {
  if (stored.options == given.options) return std::nullopt;
  return fmt::format("the options of configuration {} are {}, were {}", given.name, listed(given.options),
                     listed(stored.options));
}

template <typename Item>
std::optional<std::string> difference(const std::vector<Item>& stored, const std::vector<Item>& given,
                                      std::string Item::* name, std::string_view what) {
  for (const Item& each : given)
    if (std::ranges::find(stored, each.*name, name) == stored.end())
      return fmt::format("{} {} is new", what, each.*name);
  for (const Item& each : stored) {
    const auto found = std::ranges::find(given, each.*name, name);
    if (found == given.end()) return fmt::format("{} {} is missing", what, each.*name);
    if (auto differs = difference(each, *found)) return differs;
  }
  return std::nullopt;
}

}  // namespace

Expected<Plan> read_plan(const fs::path& file, const PlanChecks& checks) { return PlanReader(file, checks).read(); }

std::optional<std::string> difference(const Plan& stored, const Plan& given) {
  if (auto differs = difference(stored.configurations, given.configurations, &Configuration::name, "configuration"))
    return differs;
  if (auto differs = difference(stored.crashes, given.crashes, &PlannedCrash::id, "crash")) return differs;
  if (stored.budget != given.budget)
    return fmt::format("the budget is {}, was {}", budget_text(given.budget), budget_text(stored.budget));
  if (stored.seed != given.seed) return fmt::format("the seed is {}, was {}", given.seed, stored.seed);
  if (given.repeats < stored.repeats)
    return fmt::format("the repeats are {}, were {}; they may only grow", given.repeats, stored.repeats);
  return std::nullopt;
}

std::string budget_text(std::chrono::milliseconds budget) {
  return fmt::format("{}s", static_cast<double>(budget.count()) / 1000);
}

}  // namespace reenact::study
