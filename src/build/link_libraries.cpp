#include "build/link_libraries.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/files.h"
#include "base/process.h"
#include "build/cache.h"
#include "build/needed_units.h"
#include "build/symbols.h"
#include "build/toolchain.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxEntries = 100'000;  // of a build folder looked at
constexpr std::size_t kMaxBinaries = 40;
constexpr std::uintmax_t kLargestAsked = 16u << 20;  // bytes; LLVM's take seconds each

bool is_library_file(const std::string& name) {
  return name.ends_with(".a") || name.ends_with(".so") || name.contains(".so.");
}

bool is_under(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

void add_new(std::vector<std::string>& to, std::string word) {
  if (std::ranges::find(to, word) == to.end()) to.push_back(std::move(word));
}

/// Where the compiler finds a library file; empty if nowhere.
std::string found_by_compiler(const std::string& file) {
  const auto result = run_contained(reader_confinement(), {Toolchain{}.cxx_compiler, "-print-file-name=" + file});
  if (!result || result->exit_status != 0) return {};
  const std::string path = result->out.substr(0, result->out.find('\n'));
  return path.contains('/') ? path : std::string();
}

/// Of "libasan.so.8", "/usr/lib/libubsan.a" or "-lasan": does the compiler that links add that itself? Its runtimes of
/// sanitizers stand in the way of ours.
bool is_of_compiler(std::string_view word) {
  static constexpr std::array<std::string_view, 10> kNames = {"c",    "stdc++", "gcc_s", "gcc",    "asan",
                                                              "lsan", "tsan",   "ubsan", "hwasan", "clang_rt"};
  if (word.starts_with("-L")) return false;
  std::string_view name = word.substr(word.rfind('/') + 1);
  if (name.starts_with("ld-")) return true;
  name.remove_prefix(name.starts_with("lib") ? 3 : name.starts_with("-l") ? 2 : 0);
  return std::ranges::find(kNames, name.substr(0, name.find('.'))) != kNames.end();
}

bool exists_here(const std::string& word, const std::vector<std::string>& folders) {
  if (word.starts_with('/')) return is_there(word);
  if (!word.starts_with("-l")) return true;
  for (const char* suffix : {".so", ".a"}) {
    const std::string file = "lib" + word.substr(2) + suffix;
    for (const std::string& folder : folders)
      if (is_there(fs::path(folder) / file)) return true;
    if (!found_by_compiler(file).empty()) return true;
  }
  return false;
}

/// "libz.so.1" of each "Shared library: [libz.so.1]".
std::vector<std::string> needed_by(const fs::path& binary) {
  std::vector<std::string> result;
  const auto dynamic = run_contained(reader_confinement({binary}), {"readelf", "-d", binary.string()});
  if (!dynamic) return result;
  std::istringstream lines(dynamic->out);
  for (std::string line; std::getline(lines, line);) {
    const auto open = line.find("Shared library: ["), close = line.find(']', open == std::string::npos ? 0 : open);
    if (open != std::string::npos && close != std::string::npos)
      result.push_back(line.substr(open + 17, close - open - 17));
  }
  return result;
}

bool is_linked_elf(const fs::directory_entry& entry) {
  std::error_code ignored;
  const auto permissions = entry.status(ignored).permissions();
  if ((permissions & fs::perms::owner_exec) == fs::perms::none && !entry.path().filename().string().contains(".so"))
    return false;
  std::array<char, 18> head{};
  std::ifstream(entry.path(), std::ios::binary).read(head.data(), head.size());
  return std::string_view(head.data(), 4) ==
             "\x7f"
             "ELF" &&
         (head[16] == 2 || head[16] == 3);  // ET_EXEC, ET_DYN
}

struct BuildFiles {
  std::vector<fs::path> link_commands, binaries;
};

BuildFiles find_build_files(const fs::path& build_dir) {
  BuildFiles result;
  std::error_code error;
  std::size_t seen = 0;
  fs::recursive_directory_iterator it(build_dir, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && it != end && seen < kMaxEntries; it.increment(error), ++seen) {
    std::error_code ignored;
    if (!it->is_regular_file(ignored) || it->is_symlink(ignored)) continue;
    const std::string name = it->path().filename().string();
    if (name == "link.txt" || name == "build.ninja")
      result.link_commands.push_back(it->path());
    else if (result.binaries.size() < kMaxBinaries && is_linked_elf(*it))
      result.binaries.push_back(it->path());
  }
  std::ranges::sort(result.link_commands);
  std::ranges::sort(result.binaries);
  return result;
}

void add_from_file(std::vector<std::string>& to, const fs::path& file, const fs::path& build_dir) {
  std::istringstream lines(read_file(file).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (file.filename() == "build.ninja") {
      const auto value = line.find(" = ");
      if (value == std::string::npos ||
          !(line.contains("LINK_LIBRARIES") || line.contains("LINK_ARGS") || line.contains("LINK_PATH")))
        continue;
      line.erase(0, value + 3);
    }
    for (std::string& word : libraries_in_command(line, build_dir)) add_new(to, std::move(word));
  }
}

/// "SQLite3_LIBRARY:FILEPATH=/usr/lib/libsqlite3.so": what CMake's find modules found.
void add_from_cmake_cache(std::vector<std::string>& to, const fs::path& build_dir) {
  std::istringstream lines(read_file(build_dir / "CMakeCache.txt").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const auto type = line.find(":FILEPATH=");
    if (type == std::string::npos || !line.substr(0, type).contains("LIBRAR")) continue;
    const std::string path = line.substr(type + std::string_view(":FILEPATH=").size());
    if (path.starts_with('/') && is_library_file(path) && !is_under(path, build_dir)) add_new(to, path);
  }
}

/// lib*.so in the compiler's folders: what -l can name.
std::vector<fs::path> shared_libraries() {
  std::vector<fs::path> result;
  const auto told = run_contained(reader_confinement(), {Toolchain{}.cxx_compiler, "-print-search-dirs"});
  const std::string mark = "libraries: =";
  const auto at = told ? told->out.find(mark) : std::string::npos;
  if (at == std::string::npos) return result;
  std::istringstream folders(told->out.substr(at + mark.size(), told->out.find('\n', at) - at - mark.size()));
  std::set<fs::path> seen;
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (error || !seen.insert(real).second) continue;
    for (const auto& entry : fs::directory_iterator(real, fs::directory_options::skip_permission_denied, error))
      if (entry.path().extension() == ".so" && entry.path().filename().string().starts_with("lib") &&
          fs::file_size(entry.path(), error) <= kLargestAsked)
        result.push_back(entry.path());
  }
  std::ranges::sort(result);
  return result;
}

/// Asking readelf takes many times as long as looking whether the file holds one of the names at all.
bool mentions_any(const std::set<std::string>& symbols, const fs::path& library) {
  constexpr std::size_t kLookedFor = 4;
  const std::string bytes = read_file(library).value_or("");
  // Names stand in their order, so neighbours are of one library: "SSL_accept", "SSL_connect".
  const std::size_t step = std::max<std::size_t>(1, symbols.size() / kLookedFor);
  std::size_t i = 0;
  return std::ranges::any_of(symbols,
                             [&](const std::string& symbol) { return i++ % step == 0 && bytes.contains(symbol); });
}

std::set<std::string> defined_among(const std::set<std::string>& symbols, const fs::path& library) {
  std::set<std::string> result;
  const auto exported = exported_by(library);
  if (!exported) return result;
  for (const std::string& name : *exported)
    if (symbols.contains(name)) result.insert(name);
  return result;
}

}  // namespace

std::vector<std::string> libraries_in_command(std::string_view command, const fs::path& build_dir) {
  std::vector<std::string> result;
  std::istringstream words{std::string(command)};
  for (std::string word; words >> word;) {
    const bool is_flag = (word.starts_with("-l") && word.size() > 2) || word.starts_with("-L/") || word == "-pthread";
    const bool is_file = word.starts_with('/') && is_library_file(word) && !is_under(word, build_dir);
    if ((is_flag || is_file) && !is_of_compiler(word)) add_new(result, word);
  }
  return result;
}

std::vector<std::string> libraries_of_build(const fs::path& given) {
  std::error_code ignored;
  const fs::path build_dir = fs::absolute(fs::is_directory(given, ignored) ? given : given.parent_path());
  const BuildFiles files = find_build_files(build_dir);
  std::vector<std::string> named;
  for (const fs::path& file : files.link_commands) add_from_file(named, file, build_dir);
  if (named.empty()) add_from_cmake_cache(named, build_dir);
  if (files.link_commands.empty()) {
    std::set<std::string> sonames;
    for (const fs::path& binary : files.binaries)
      for (std::string& each : needed_by(binary)) sonames.insert(std::move(each));
    for (const std::string& soname : sonames)
      if (std::string path = is_of_compiler(soname) ? "" : found_by_compiler(soname); !path.empty())
        named.push_back(std::move(path));
  }
  std::vector<std::string> folders, result;
  for (const std::string& word : named)
    if (word.starts_with("-L")) folders.push_back(word.substr(2));
  for (std::string& word : named)
    if (exists_here(word, folders)) result.push_back(std::move(word));
  return result;
}

std::vector<DefiningLibrary> libraries_defining(const std::set<std::string>& symbols) {
  constexpr std::size_t kMost = 4;
  const std::vector<fs::path> libraries = shared_libraries();
  std::vector<DefiningLibrary> result;
  std::set<std::string> left = symbols;
  while (result.size() < kMost && !left.empty()) {
    std::set<std::string> most;
    const fs::path* best = nullptr;
    for (const fs::path& library : libraries)
      if (auto some = mentions_any(left, library) ? defined_among(left, library) : std::set<std::string>();
          some.size() > most.size()) {
        most = std::move(some);
        best = &library;
      }
    if (best == nullptr) break;
    result.push_back({best->stem().string().substr(3), most.size()});
    for (const std::string& each : most) left.erase(each);
  }
  return result;
}

std::vector<std::string> libraries_with_all_of(const std::set<std::string>& symbols) {
  std::vector<std::string> result;
  std::size_t defined = 0;
  for (const DefiningLibrary& library : libraries_defining(symbols)) {
    defined += library.symbols;
    result.push_back("-l" + library.name);
  }
  return defined == symbols.size() ? result : std::vector<std::string>();
}

std::vector<fs::path> files_naming_libraries(const fs::path& build_dir) {
  std::vector<fs::path> files = find_build_files(build_dir).link_commands;
  if (is_there(build_dir / "CMakeCache.txt")) files.push_back(build_dir / "CMakeCache.txt");
  return files;
}

namespace {

/// `f` as C has it and as C++ does, `a::f` and const methods of that name (the Itanium ABI's 5.1), as patterns of the linker's.
std::vector<std::string> symbols_of_function(const std::string& function) {
  const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':'; };
  const std::string name = function.substr(0, function.find('('));
  if (name.empty() || name == "main" || !std::ranges::all_of(name, is_plain)) return {};
  std::string parts;
  std::size_t count = 0;
  for (std::size_t at = 0; at < name.size(); ++count) {
    const std::size_t end = std::min(name.find("::", at), name.size());
    parts += fmt::format("{}{}", end - at, std::string_view(name).substr(at, end - at));
    at = end + 2;
  }
  if (count == 1) return {name, "_Z" + parts + "*"};
  return {"_ZN" + parts + "E*", "_ZNK" + parts + "E*"};
}

}  // namespace

std::vector<std::string> flags_that_link(const std::vector<std::string>& functions) {
  std::vector<std::string> result;
  for (const std::string& function : functions)
    for (const std::string& symbol : symbols_of_function(function))
      if (std::string flag = "-Wl,--undefined-glob=" + symbol; std::ranges::find(result, flag) == result.end())
        result.push_back(std::move(flag));
  return result;
}

std::vector<std::string> library_flags(const SubjectOptions& options) {
  // A compilation database does not name them.
  static const std::vector<std::string> usual = {"-lpthread", "-lm", "-ldl", "-lrt"};
  std::vector<std::string> result;
  for (const std::string& given : options.link)
    result.push_back(given.contains('/') || given.starts_with("-") ? given : "-l" + given);
  result.emplace_back("-Wl,--as-needed");
  for (std::string& found : libraries_of_build(options.build_dir)) result.push_back(std::move(found));
  for (std::string& needed : needed_libraries(options)) result.push_back(std::move(needed));
  result.insert(result.end(), usual.begin(), usual.end());
  return result;
}

}  // namespace reenact
