#include "explore/extension.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace reenact {
namespace {

std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result.insert(line);
  return result;
}

/// A free name for the namespace: `added`, `added2`, ...
std::string free_namespace(const std::string& given) {
  std::string name = "added";
  for (int i = 2; given.contains("namespace " + name + " {"); ++i) name = fmt::format("added{}", i);
  return name;
}

}  // namespace

std::string extended_suite(const std::string& given, const PrintedSuite& added) {
  std::string result = given;
  if (!result.empty() && !result.ends_with('\n')) result += '\n';
  const std::set<std::string> known = lines_of(given);
  std::istringstream includes(added.source.substr(0, added.includes));
  std::string missing;
  for (std::string line; std::getline(includes, line);)
    if (!line.empty() && !(line.starts_with("#include") && known.contains(line))) missing += line + '\n';
  result += '\n' + missing + (missing.empty() ? "" : "\n");
  const std::string rest = added.source.substr(added.includes);
  const auto before_tests =
      std::count(added.source.begin(), added.source.end(), '\n') - std::count(rest.begin(), rest.end(), '\n');
  const bool declares =
      !added.first_lines.empty() && added.first_lines.front() > static_cast<std::size_t>(before_tests) + 1;
  if (!declares) return result + rest;
  const std::string name = free_namespace(given);
  return result + fmt::format("namespace {} {{\n\n{}\n}}  // namespace {}\n", name, rest, name);
}

std::size_t last_case(const std::string& given, const std::string& suite) {
  const std::regex test("TEST(_F)?\\(\\s*" + suite + "\\s*,\\s*Case([0-9]{1,9})\\s*\\)");
  std::size_t last = 0;
  for (std::sregex_iterator at(given.begin(), given.end(), test), end; at != end; ++at)
    last = std::max<std::size_t>(last, std::stoul((*at)[2]));
  return last;
}

Expected<Addition> measure_addition(CoverageBuild& build, const std::vector<std::string>& names) {
  const auto covered_by = [&](const std::string& filter) -> Expected<CoveredPlaces> {
    if (const auto ran = build.run(filter); !ran) return std::unexpected(ran.error());
    return build.places();
  };
  Addition result;
  auto known = covered_by(fmt::format("-{}", fmt::join(names, ":")));
  if (!known) return std::unexpected(known.error());
  auto before = build.summary();
  if (!before) return std::unexpected(before.error());
  result.before = std::move(*before);
  const auto all = covered_by("");
  if (!all) return std::unexpected(all.error());
  for (const std::string& name : names) {
    if (std::ranges::includes(*known, *all)) break;
    const auto own = covered_by(name);
    if (!own) return std::unexpected(own.error());
    if (std::ranges::includes(*known, *own)) continue;
    known->insert(own->begin(), own->end());
    result.adding.insert(name);
  }
  return result;
}

}  // namespace reenact
