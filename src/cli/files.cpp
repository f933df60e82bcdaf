#include "cli/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <list>

#include "base/files.h"
#include "build/cache_room.h"

namespace reenact::cli {

namespace fs = std::filesystem;

namespace {

fs::path default_cache() {
  if (const char* given = std::getenv("XDG_CACHE_HOME")) return fs::path(given) / "reenact";
  if (const char* home = std::getenv("HOME")) return fs::path(home) / ".cache/reenact";
  return "/tmp/reenact-cache";
}

/// Until this process ends.
void keep_session(const fs::path& cache) {
  static std::list<CacheSession> sessions;
  sessions.emplace_back(cache);
}

void keep_small(const fs::path& cache) {
  const auto most = cache_limit();
  if (!most || !is_time_to_trim(cache)) return;
  const Trimmed trimmed = trim_cache(cache, *most);
  if (trimmed.builds > 0)
    fmt::print(stderr,
               "{}: {} builds removed that were not used for the longest time, {} ({} may stay; see `reenact cache`)\n",
               cache.string(), trimmed.builds, size_text(trimmed.bytes), size_text(*most));
}

}  // namespace

std::optional<std::uintmax_t> parse_size(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.ends_with('B')) unit.remove_suffix(1);
  if (error != std::errc() || number < 0 || number > 1e15 || unit.size() > 1) return std::nullopt;
  const auto power = unit.empty() ? 0 : kUnits.find(unit.front()) + 1;
  if (!unit.empty() && power == 0) return std::nullopt;
  for (std::size_t i = 0; i < power; ++i) number *= 1024;
  return static_cast<std::uintmax_t>(number);
}

std::string size_text(std::uintmax_t bytes) {
  constexpr std::array<const char*, 5> kNames = {"bytes", "KB", "MB", "GB", "TB"};
  auto number = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; number >= 1000 && unit + 1 < kNames.size(); ++unit) number /= 1024;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", number, kNames.at(unit));
}

std::optional<std::uintmax_t> cache_limit() {
  constexpr std::uintmax_t kUsual = 10ULL << 30;
  const char* given = std::getenv(kCacheSizeVariable);
  const auto wanted = given == nullptr ? std::nullopt : parse_size(given);
  if (wanted && *wanted == 0) return std::nullopt;
  return wanted.value_or(kUsual);
}

fs::path cache_path(const std::string& given) {
  return fs::absolute(given.empty() ? default_cache() : fs::path(given));
}

Expected<void> prepare_folder(const fs::path& folder, std::string_view what, std::string_view option) {
  if (!make_folder(folder) || !can_be_written_to(folder))
    return usage_error(fmt::format("{}: the {} cannot be written to\n  next step: give another one with {}",
                                   folder.string(), what, option));
  return {};
}

// Absolute: compilers run in the folders that the compilation database names.
Expected<fs::path> cache_folder(const std::string& given) {
  fs::path folder = cache_path(given);
  if (const auto ok = prepare_folder(folder, "cache folder", "--cache"); !ok) return std::unexpected(ok.error());
  keep_session(folder);
  keep_small(folder);
  return folder;
}

Expected<fs::path> temporary_folder() {
  const char* given = std::getenv("TMPDIR");
  fs::path folder = fs::absolute(given == nullptr || *given == 0 ? "/tmp" : given);
  if (const auto ok = prepare_folder(folder, "folder for temporary files", "TMPDIR"); !ok)
    return std::unexpected(ok.error());
  return folder;
}

std::string shell_word(const std::string& word) {
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("_-./=+,:@%").contains(c);
  });
  if (is_plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string{c};
  return quoted + "'";
}

}  // namespace reenact::cli
