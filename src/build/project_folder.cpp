#include "build/project_folder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "base/text.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

bool is_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

bool is_a_project(const fs::path& folder) {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    const std::string name = lower(entry.path().filename().string());
    if (is_any(name, {".git", ".hg", ".svn"}) || name.starts_with("readme") || name.starts_with("license") ||
        name.starts_with("copying"))
      return true;
  }
  return false;
}

/// The root, /usr, /home, somebody's home: what is in there belongs to more than one project.
bool holds_projects(const fs::path& folder) {
  const char* home = std::getenv("HOME");
  return !folder.has_relative_path() || (home != nullptr && folder == fs::path(home)) ||
         is_any(folder.native(), {"/usr", "/home", "/opt", "/tmp", "/usr/src"});
}

}  // namespace

fs::path project_folder(const std::vector<CompileCommand>& commands) {
  fs::path common;
  for (const CompileCommand& command : commands) {
    const fs::path folder = command.file.parent_path();
    if (common.empty()) common = folder;
    const auto [end, ignored] = std::ranges::mismatch(common, folder);
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  fs::path folder = common;
  fs::path of_tests;  // tests/ with a README of its own: where only tests are compiled, the library lies above
  for (int up = 0; up < 3 && !holds_projects(folder); ++up, folder = folder.parent_path()) {
    if (!is_a_project(folder)) continue;
    if (!holds_examples(folder)) return folder;
    if (of_tests.empty()) of_tests = folder;
  }
  if (!of_tests.empty()) return of_tests;
  return holds_projects(common) ? fs::path() : common;
}

bool holds_examples(const fs::path& folder) {
  const std::string name = lower(folder.filename().string());
  constexpr std::array<std::string_view, 9> kWords{"test", "example", "sample", "corpus", "corpora",
                                                   "fuzz", "fixture", "seed",   "demo"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return name.contains(word); });
}

}  // namespace reenact
