#include "study/beacon_cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace reenact::study {
namespace {

class CaseReader {
 public:
  explicit CaseReader(const std::filesystem::path& file) : file_(file) {}

  Expected<std::vector<BeaconCase>> read() const {
    std::ifstream stream(file_, std::ios::binary);
    if (!stream) return usage_error(fmt::format("{}: cannot be read", file_.string()));
    std::stringstream text;
    text << stream.rdbuf();
    const toml::parse_result parsed = toml::parse(text.str());
    if (!parsed) return error_at(parsed.error().source(), std::string(parsed.error().description()));
    return cases_of(parsed.table());
  }

 private:
  std::unexpected<Error> error_at(const toml::source_region& where, const std::string& message) const {
    return usage_error(fmt::format("{}:{}:{}: {}", file_.string(), where.begin.line, where.begin.column, message));
  }

  Expected<std::vector<BeaconCase>> cases_of(const toml::table& top) const {
    if (const auto ok = only(top, {"case"}, "a file of cases"); !ok) return std::unexpected(ok.error());
    const toml::array* array = top.get_as<toml::array>("case");
    if (array == nullptr || array->empty()) return error_at(top.source(), "no [[case]]");
    std::vector<BeaconCase> result;
    for (const toml::node& node : *array) {
      if (!node.is_table()) return error_at(node.source(), "case: a table is expected");
      auto one = case_of(*node.as_table());
      if (!one) return std::unexpected(one.error());
      result.push_back(std::move(*one));
    }
    return result;
  }

  Expected<BeaconCase> case_of(const toml::table& table) const {
    if (const auto ok = only(
            table, {"name", "project", "exception", "message", "function", "library", "files", "published"}, "a case");
        !ok)
      return std::unexpected(ok.error());
    BeaconCase result;
    std::string project, exception, message, function;
    for (const auto& [key, to] :
         {std::pair{"name", &result.name}, std::pair{"project", &project}, std::pair{"exception", &exception},
          std::pair{"message", &message}, std::pair{"function", &function}})
      if (const auto ok = text(table, key, *to); !ok) return std::unexpected(ok.error());
    if (result.name.empty() || project.empty()) return error_at(table.source(), "a case needs a name and a project");
    result.project = file_.parent_path() / project;
    const auto description = parse_description(exception, message, function);
    if (!description) return error_at(table.source(), description.error().message);
    result.description = *description;
    if (const auto ok = texts(table, "library", result.part.libraries); !ok) return std::unexpected(ok.error());
    if (const auto ok = texts(table, "files", result.part.files); !ok) return std::unexpected(ok.error());
    if (const toml::node* node = table.get("published")) {
      auto measures = measures_of(*node);
      if (!measures) return std::unexpected(measures.error());
      result.published = *measures;
    }
    return result;
  }

  Expected<BeaconMeasures> measures_of(const toml::node& node) const {
    if (!node.is_table()) return error_at(node.source(), "published: a table is expected");
    const toml::table& table = *node.as_table();
    if (const auto ok = only(table, {"milliseconds", "generations", "lines", "accuracy"}, "published"); !ok)
      return std::unexpected(ok.error());
    BeaconMeasures result;
    for (const auto& [key, to] :
         {std::pair{"milliseconds", &result.milliseconds}, std::pair{"generations", &result.generations},
          std::pair{"lines", &result.lines}, std::pair{"accuracy", &result.accuracy}}) {
      const auto value = table[key].value<double>();
      if (!value) return error_at(table.source(), fmt::format("published: a number {} is expected", key));
      *to = *value;
    }
    return result;
  }

  Expected<void> only(const toml::table& table, const std::vector<std::string_view>& keys,
                      std::string_view what) const {
    for (const auto& [key, value] : table)
      if (std::ranges::find(keys, key.str()) == keys.end())
        return error_at(key.source(),
                        fmt::format("unknown key '{}': {} has {}", key.str(), what, fmt::join(keys, ", ")));
    return {};
  }
  Expected<void> text(const toml::table& table, std::string_view key, std::string& out) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    if (!node->is_string()) return error_at(node->source(), fmt::format("{}: a text is expected", key));
    out = *node->value<std::string>();
    return {};
  }
  Expected<void> texts(const toml::table& table, std::string_view key, std::vector<std::string>& out) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    if (!node->is_array() || !node->as_array()->is_homogeneous(toml::node_type::string))
      return error_at(node->source(), fmt::format("{}: a list of texts is expected", key));
    for (const toml::node& each : *node->as_array()) out.push_back(*each.value<std::string>());
    return {};
  }

  const std::filesystem::path& file_;
};

}  // namespace

Expected<std::vector<BeaconCase>> read_beacon_cases(const std::filesystem::path& file) {
  return CaseReader(file).read();
}

}  // namespace reenact::study
