#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "build/cache_room.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct CacheArguments {
  std::string cache, to;
  bool json = false;
};

/// The builds of one kind of one project.
struct Group {
  std::size_t builds = 0;
  std::uintmax_t bytes = 0;
  fs::file_time_type used = fs::file_time_type::min();
};
using Groups = std::map<std::pair<std::string, std::string>, Group>;  // by project and kind

Groups grouped(const std::vector<CachedBuild>& builds) {
  Groups groups;
  for (const CachedBuild& build : builds) {
    Group& group = groups[{build.project.string(), build.kind}];
    ++group.builds;
    group.bytes += build.bytes;
    group.used = std::max(group.used, build.used);
  }
  return groups;
}

std::chrono::seconds age_of(fs::file_time_type used) {
  return std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - used);
}

/// "3 hours ago"
std::string age_text(std::chrono::seconds age) {
  constexpr std::pair<long, const char*> kUnits[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}};
  for (const auto& [seconds, name] : kUnits)
    if (const long count = age.count() / seconds; count > 0)
      return fmt::format("{} {}{} ago", count, name, count == 1 ? "" : "s");
  return "just now";
}

std::string as_json(const fs::path& cache, const Groups& groups) {
  nlohmann::json all = nlohmann::json::array();
  std::uintmax_t bytes = 0;
  for (const auto& [name, group] : groups) {
    bytes += group.bytes;
    all.push_back({{"project", name.first},
                   {"kind", name.second},
                   {"builds", group.builds},
                   {"bytes", group.bytes},
                   {"seconds_since_use", age_of(group.used).count()}});
  }
  const nlohmann::json result = {
      {"cache", cache.string()}, {"bytes", bytes}, {"limit", cache_limit().value_or(0)}, {"builds", all}};
  return result.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string as_text(const fs::path& cache, const Groups& groups) {
  std::uintmax_t bytes = 0;
  std::size_t builds = 0;
  std::string lines, project;
  for (const auto& [name, group] : groups) {
    bytes += group.bytes;
    builds += group.builds;
    if (lines.empty() || name.first != project)
      lines += (name.first.empty() ? std::string("of an older version") : name.first) + '\n';
    project = name.first;
    lines += fmt::format("  {:<12} {:>6} builds {:>10}  last used {}\n", name.second.empty() ? "?" : name.second,
                         group.builds, size_text(group.bytes), age_text(age_of(group.used)));
  }
  const auto most = cache_limit();
  return fmt::format("{}: {} in {} builds; {}\n{}", cache.string(), size_text(bytes), builds,
                     most ? fmt::format("more than {} is removed", size_text(*most)) : "nothing is removed", lines);
}

int show(const CacheArguments& a) {
  const fs::path cache = cache_path(a.cache);
  const Groups groups = grouped(cached_builds(cache));
  fmt::print("{}", a.json ? as_json(cache, groups) : as_text(cache, groups));
  return kReproducedStatus;
}

int trim(const CacheArguments& a, std::uintmax_t most) {
  const fs::path cache = cache_path(a.cache);
  const Trimmed trimmed = trim_cache(cache, most);
  fmt::print("{}: {} builds removed, {}; {} left\n", cache.string(), trimmed.builds, size_text(trimmed.bytes),
             size_text(trimmed.left));
  if (trimmed.left_in_use > 0)
    fmt::print("{} of these are used by what runs at the moment\n", size_text(trimmed.left_in_use));
  return kReproducedStatus;
}

Expected<int> trim_to(const CacheArguments& a) {
  constexpr std::uintmax_t kAny = ~std::uintmax_t{0};
  if (a.to.empty()) return trim(a, cache_limit().value_or(kAny));
  if (const auto most = parse_size(a.to)) return trim(a, *most);
  return usage_error(fmt::format("--to {}: a size is expected, such as 800M or 5G", a.to));
}

CLI::App* add(CLI::App& to, const char* name, const char* what, CacheArguments& a) {
  CLI::App* command = to.add_subcommand(name, what);
  command->add_option("--cache", a.cache, "The cache's folder (default: $XDG_CACHE_HOME/reenact)")->type_name("FOLDER");
  return command;
}

}  // namespace

void add_cache_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<CacheArguments>();
  CLI::App* command = add(app, "cache", "Show what the cache holds, by project and kind of build", *a);
  command->add_flag("--json", a->json, "As JSON");
  CLI::App* trimming = add(*command, "trim", "Remove what was not used for the longest time", *a);
  trimming->add_option("--to", a->to, "Size that may stay: 800M, 5G (default: the usual limit)")->type_name("SIZE");
  CLI::App* clearing = add(*command, "clear", "Remove everything that is not in use", *a);
  command->footer(fmt::format(
      "A search that begins removes what was not used for the longest time, where the cache holds more than 10 GB;\n{} "
      "gives another size (5G, 800M; 0: any). What a running search uses is never removed.\n"
      "Exit status: 0; 2 bad usage.",
      kCacheSizeVariable));
  trimming->callback([a, &exit_status] { exit_status = exit_status_of(trim_to(*a)); });
  clearing->callback([a, &exit_status] { exit_status = trim(*a, 0); });
  command->callback([a, command, &exit_status] {
    if (command->get_subcommands().empty()) exit_status = show(*a);
  });
}

}  // namespace reenact::cli
