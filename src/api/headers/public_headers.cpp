// Which headers a test may include. There is no rule in C or C++; what projects do:
//  - what the build files install is public, and then nothing else is (install_rules.h);
//  - a header whose name or folder says private/internal/impl/detail/test is not public;
//  - where some headers live under include/ or api/, those beside the sources of the same project are private (yaml-cpp,
//    c-ares, yajl); the include/ of a library that the project uses says nothing of the project's own;
//  - in a C project, if some headers are guarded for C++, the others are private (jansson.h and its hashtable.h);
//  - else headers beside the sources are public (cJSON.h, lodepng.h);
//  - a unit that does nothing but include headers (header-only library) names the public ones itself.
#include "api/headers/public_headers.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "api/headers/cxx_guards.h"
#include "api/headers/install_rules.h"
#include "base/files.h"
#include "base/text.h"
#include "build/cache.h"
#include "build/flags.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// The words of a file's name: "json_implHelper" -> json, impl, helper.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool starts_word =
        std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (starts_word || std::isalnum(c) == 0) words.emplace_back();
    if (std::isalnum(c) != 0) words.back() += static_cast<char>(std::tolower(c));
  }
  return words;
}

/// Below a folder of tests, as a copy of GoogleTest is, with rules by which it would install itself.
bool is_among_tests(const fs::path& header) {
  return std::ranges::any_of(header.parent_path(), [](const fs::path& part) {
    const std::string folder = lower(part.string());
    return folder == "test" || folder == "tests";
  });
}

bool sounds_private(const fs::path& header) {
  for (const std::string& word : words_of(header.stem().string()))
    for (const char* sign : {"private", "priv", "internal", "internals", "impl", "config", "test", "tests"})
      if (word == sign) return true;
  const std::string name = lower(header.stem().string());
  if (name.ends_with("_p") || name.ends_with("_int") || name.ends_with("_i") || is_among_tests(header)) return true;
  for (const fs::path& part : header.parent_path()) {
    const std::string folder = lower(part.string());
    if (folder == "detail" || folder == "internal" || folder == "impl" || folder == "private") return true;
  }
  static const std::set<std::string> extensions = {"", ".h", ".H", ".hh", ".hpp", ".hxx", ".h++"};
  return !extensions.contains(header.extension().string());
}

/// Where the project lies that keeps `header` in a folder for its users: "/yaml" for "/yaml/include/yaml-cpp/node.h". nullopt:
/// no such folder. `root` is some folder of the sources: an include/ that holds it, too (a checkout under /usr/include), is
/// no such folder, but for the one right around both.
std::optional<fs::path> owner_of_public_folder(const fs::path& header, const fs::path& root) {
  fs::path common = root;
  while (!common.empty() && common != "/" && !header.string().starts_with(common.string() + "/"))
    common = common.parent_path();
  if (common.filename() == "include") return common.parent_path();
  fs::path owner = common;
  for (const fs::path& part : header.lexically_relative(common).parent_path()) {
    if (part == "include" || part == "api" || part == "inc") return owner;
    owner /= part;
  }
  return std::nullopt;
}

bool lies_in(const fs::path& file, const fs::path& folder) {
  return file.string().starts_with(folder == "/" ? "/" : folder.string() + "/");
}

/// A unit that does nothing but include: the text has only directives and comments.
bool only_includes(const std::string& text) {
  bool in_comment = false;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = text.find('\n', i);
    if (end == std::string::npos) end = text.size();
    std::string line = text.substr(i, end - i);
    i = end + 1;
    line.erase(0, line.find_first_not_of(" \t\r"));
    if (in_comment) {
      in_comment = !line.contains("*/");
      continue;
    }
    if (line.empty() || line.starts_with("//") || line.starts_with("#")) continue;
    if (line.starts_with("/*")) {
      in_comment = !line.contains("*/");
      continue;
    }
    return false;
  }
  return true;
}

/// Not "array.c", which a unit that gathers the others includes, too.
bool is_source(const fs::path& file) {
  static const std::set<std::string> kExtensions{".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".m", ".mm"};
  return kExtensions.contains(file.extension().string());
}

/// The headers that `text`, the unit's source, includes itself.
std::vector<fs::path> named_by(const BuiltUnit& unit, const std::string& text) {
  std::vector<fs::path> result;
  for (std::size_t at = text.find("#include"); at != std::string::npos; at = text.find("#include", at + 1)) {
    const auto open = text.find_first_of("<\"", at), close = text.find_first_of(">\"", open + 1);
    if (open == std::string::npos || close == std::string::npos) break;
    std::string name = text.substr(open + 1, close - open - 1);
    while (name.starts_with("../") || name.starts_with("./")) name.erase(0, name.find('/') + 1);
    for (const fs::path& header : unit.headers)
      if ((header == name || header.string().ends_with("/" + name)) && !is_system_header(header) &&
          !is_source(header)) {
        result.push_back(header);
        break;
      }
  }
  return result;
}

/// A C project that prepares some of its headers for C++ and others not means the former to be included by others.
std::vector<fs::path> for_cxx(std::vector<fs::path> headers, const std::vector<BuiltUnit>& units) {
  if (!std::ranges::all_of(units, [](const BuiltUnit& unit) { return unit.command.is_c; })) return headers;
  const CxxGuards guards(units);
  std::vector<fs::path> prepared;
  std::ranges::copy_if(headers, std::back_inserter(prepared),
                       [&](const fs::path& header) { return guards.has(header); });
  return prepared.empty() ? headers : prepared;
}

/// The folder that holds all units, or the one above it if that has a build file too ("src/" and its project).
fs::path project_folder(const std::vector<BuiltUnit>& units) {
  if (units.empty()) return {};
  fs::path folder = units.front().command.file.parent_path();
  for (const BuiltUnit& unit : units)
    while (folder != folder.parent_path() && !lies_in(unit.command.file, folder)) folder = folder.parent_path();
  for (const std::string_view name : kBuildFiles)
    if (is_there(folder.parent_path() / name)) return folder.parent_path();
  return folder;
}

}  // namespace

std::vector<fs::path> project_headers(const std::vector<BuiltUnit>& units) {
  std::set<fs::path> result;
  for (const BuiltUnit& unit : units)
    for (const fs::path& header : unit.headers)
      if (!is_system_header(header) && !is_source(header)) result.insert(header);
  return {result.begin(), result.end()};
}

std::vector<fs::path> public_headers(const std::vector<BuiltUnit>& units, Guards guards) {
  std::vector<fs::path> result;
  std::set<fs::path> seen;
  const auto add = [&](const fs::path& header) {
    if (seen.insert(header).second) result.push_back(header);
  };
  std::map<fs::path, std::size_t> candidates;  // with how many units include them
  std::map<fs::path, std::size_t> doubtful;    // those whose name sounds private
  for (const BuiltUnit& unit : units) {
    const std::string text = read_file(unit.command.file).value_or("");
    if (const auto named = named_by(unit, text); only_includes(text) && !named.empty()) {
      for (const fs::path& header : named) add(header);
      continue;
    }
    for (const fs::path& header : unit.headers) {
      if (!is_system_header(header) && !is_source(header)) ++(sounds_private(header) ? doubtful : candidates)[header];
    }
  }
  const std::set<fs::path> named = seen;  // by units that do nothing but include
  // A project whose only header is config.h has no other one to offer.
  if (candidates.empty() && result.empty()) candidates = doubtful;
  std::vector<fs::path> all;
  for (const auto& [header, count] : candidates) all.push_back(header);
  const fs::path top = project_folder(units);
  for (const auto& [header, count] : doubtful)
    if (!is_among_tests(header.lexically_relative(top))) all.push_back(header);
  const std::vector<fs::path> installed = installed_headers(all, top);
  if (!installed.empty()) {
    for (const fs::path& header : installed) add(header);
    return result;
  }
  const fs::path root = units.empty() ? fs::path() : units.front().command.file.parent_path();
  std::set<fs::path> owners;
  for (const auto& [header, count] : candidates)
    if (const auto owner = owner_of_public_folder(header, root)) owners.insert(*owner);
  for (const auto& [header, count] : candidates)
    if (owner_of_public_folder(header, root) ||
        std::ranges::none_of(owners, [&](const fs::path& owner) { return lies_in(header, owner); }))
      add(header);
  if (guards == Guards::kTell) {
    const std::vector<fs::path> prepared = for_cxx(result, units);
    std::erase_if(result, [&](const fs::path& header) {
      return !named.contains(header) && std::ranges::find(prepared, header) == prepared.end();
    });
  }
  return result;
}

}  // namespace reenact
