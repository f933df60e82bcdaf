#include "cli/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/files.h"

namespace reenact::cli {

namespace fs = std::filesystem;

namespace {

fs::path default_cache() {
  if (const char* given = std::getenv("XDG_CACHE_HOME")) return fs::path(given) / "reenact";
  if (const char* home = std::getenv("HOME")) return fs::path(home) / ".cache/reenact";
  return "/tmp/reenact-cache";
}

}  // namespace

Expected<void> prepare_folder(const fs::path& folder, std::string_view what, std::string_view option) {
  if (!make_folder(folder) || !can_be_written_to(folder))
    return usage_error(fmt::format("{}: the {} cannot be written to\n  next step: give another one with {}",
                                   folder.string(), what, option));
  return {};
}

// Absolute: compilers run in the folders that the compilation database names.
Expected<fs::path> cache_folder(const std::string& given) {
  fs::path folder = fs::absolute(given.empty() ? default_cache() : fs::path(given));
  if (const auto ok = prepare_folder(folder, "cache folder", "--cache"); !ok) return std::unexpected(ok.error());
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
