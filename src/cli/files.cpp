#include "cli/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

namespace reenact::cli {

namespace fs = std::filesystem;

namespace {

fs::path default_cache() {
  if (const char* given = std::getenv("XDG_CACHE_HOME")) return fs::path(given) / "reenact";
  if (const char* home = std::getenv("HOME")) return fs::path(home) / ".cache/reenact";
  return fs::temp_directory_path() / "reenact-cache";
}

}  // namespace

// Absolute: compilers run in the folders that the compilation database names.
fs::path cache_folder(const std::string& given) {
  return fs::absolute(given.empty() ? default_cache() : fs::path(given));
}

Expected<void> prepare_out(const fs::path& out, std::string_view option) {
  std::error_code error;
  fs::create_directories(out, error);
  const fs::path probe = out / ".reenact-probe";
  std::ofstream file(probe);
  if (error || !file)
    return usage_error(fmt::format("{}: the output folder cannot be written to\n  next step: give another one with {}",
                                   out.string(), option));
  file.close();
  fs::remove(probe, error);
  return {};
}

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

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
