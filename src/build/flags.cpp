#include "build/flags.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "base/files.h"
#include "build/toolchain.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

bool starts(const std::string& text, std::string_view prefix) { return text.starts_with(prefix); }

const std::set<std::string> kWithOperand = {
    "-o",        "-MF",       "-MT",      "-MQ",    "-x", "-arch", "--serialize-diagnostics",
    "-aux-info", "-dumpbase", "-dumpdir", "--param"};
/// Options whose operand follows and must stay with them.
const std::set<std::string> kKeptWithOperand = {"-I",       "-D",        "-U",         "-include",
                                                "-isystem", "-iquote",   "-idirafter", "-imacros",
                                                "-Xclang",  "-isysroot", "-target",    "--sysroot"};

/// Options followed by a path, in the same word or the next one.
constexpr std::array<std::string_view, 10> kPathOptions = {
    "-isystem", "-iquote", "-idirafter", "-isysroot", "-imacros", "-include", "--sysroot=", "--sysroot", "-I", "-B"};

bool is_code_generation(const std::string& flag) {
  return starts(flag, "-O") || (starts(flag, "-g") && !starts(flag, "-gcc")) || starts(flag, "-fsanitize") ||
         starts(flag, "-fno-sanitize") || flag == "-flto" || starts(flag, "-flto=") || flag == "-pg" ||
         flag == "--coverage" || starts(flag, "-fprofile") || flag == "-ftest-coverage" ||
         starts(flag, "-fstandalone-debug") || starts(flag, "-fno-omit-frame-pointer");
}

/// Known to gcc only, or without a meaning for us.
bool is_dropped(const std::string& flag) {
  static const std::set<std::string> gcc_only = {"-c",
                                                 "-S",
                                                 "-E",
                                                 "-fsyntax-only",
                                                 "-emit-llvm",
                                                 "--analyze",
                                                 "-save-temps",
                                                 "-pipe",
                                                 "-fno-gnu-unique",
                                                 "-fanalyzer",
                                                 "-fconserve-stack",
                                                 "-fno-var-tracking-assignments",
                                                 "-fmerge-all-constants",
                                                 "-fno-tree-vectorize",
                                                 "-fno-ipa-sra",
                                                 "-fmax-errors=1",
                                                 "-fno-fat-lto-objects",
                                                 "-ffat-lto-objects",
                                                 "-fno-reorder-functions",
                                                 "-fprefetch-loop-arrays",
                                                 "-fuse-linker-plugin",
                                                 "-fno-plt",
                                                 "-fdiagnostics-show-caret",
                                                 "-fdiagnostics-color"};
  return gcc_only.contains(flag) || starts(flag, "-M") || starts(flag, "-W") || flag == "-w" ||
         starts(flag, "-pedantic") || starts(flag, "--param=") || starts(flag, "-specs=") ||
         starts(flag, "-fdiagnostics-") || starts(flag, "-fplugin") || starts(flag, "-fpass-plugin") ||
         starts(flag, "-Wl,") || starts(flag, "-l") || starts(flag, "-L") || starts(flag, "-fmodule-mapper") ||
         starts(flag, "-fmodules-ts") || starts(flag, "-fdeps-") || starts(flag, "-fabi-compat") ||
         starts(flag, "-fcf-protection") || starts(flag, "-fmacro-prefix-map") || starts(flag, "-ffile-prefix-map") ||
         starts(flag, "-fdebug-prefix-map");
}

std::string standard_of(const std::vector<std::string>& flags) {
  std::string result;
  for (const std::string& flag : flags)
    if (starts(flag, "-std=")) result = flag.substr(5);
  return result;
}

/// "c++11" -> 11, "gnu++2a" -> 20, "c++98" -> 3; 0 if it is no C++ standard.
int year_of(const std::string& standard) {
  const auto plus = standard.find("++");
  if (plus == std::string::npos) return 0;
  const std::string year = standard.substr(plus + 2);
  static const std::map<std::string, int> names = {{"98", 3},  {"03", 3},  {"0x", 11}, {"1y", 14},
                                                   {"1z", 17}, {"2a", 20}, {"2b", 23}, {"2c", 26}};
  if (const auto it = names.find(year); it != names.end()) return it->second;
  return std::atoi(year.c_str());
}

/// "-Wp,-U_X,-D_X=2" -> "-U_X", "-D_X=2".
void add_preprocessor_options(std::vector<std::string>& to, const std::string& word) {
  std::istringstream options(word.substr(4));
  for (std::string option; std::getline(options, option, ',');)
    if (starts(option, "-D") || starts(option, "-U")) to.push_back(option);
}

/// Asks clang which of `flags` it does not know. Only of what changes code may it know less than another compiler.
void ask_clang(std::vector<std::string>& flags) {
  const auto is_asked_for = [](const std::string& flag) { return starts(flag, "-m") || starts(flag, "-f"); };
  for (int round = 0; round < 3 && std::ranges::any_of(flags, is_asked_for); ++round) {
    std::vector<std::string> line{Toolchain{}.cxx_compiler, "-fsyntax-only", "-w", "-x", "c++"};
    std::ranges::copy_if(flags, std::back_inserter(line), is_asked_for);
    line.emplace_back("/dev/null");
    const auto result = run_contained(reader_confinement(), line);
    if (!result || result->exit_status == 0 || !drop_unknown_options(flags, result->err)) return;
  }
}

}  // namespace

std::vector<std::string> project_flags(const CompileCommand& command, bool keep_code_generation) {
  std::vector<std::string> result;
  const auto& words = command.arguments;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (kWithOperand.contains(word)) {
      ++i;
    } else if (word == "-Xclang" && i + 3 < words.size() && words[i + 1] == "-include-pch" &&
               words[i + 2] == "-Xclang") {
      i += 3;  // a precompiled header of other flags or of another compiler; its text is included by other means
    } else if (word == "-mllvm" && i + 1 < words.size()) {
      ++i;
      if (keep_code_generation) result.insert(result.end(), {word, words[i]});
    } else if (starts(word, "-Wp,")) {
      add_preprocessor_options(result, word);
    } else if (kKeptWithOperand.contains(word) && i + 1 < words.size()) {
      result.push_back(word);
      result.push_back(words[++i]);
    } else if (word.empty() || word[0] != '-') {
      continue;  // an input
    } else if (is_dropped(word) || (!keep_code_generation && is_code_generation(word))) {
      continue;
    } else if (keep_code_generation && is_code_generation(word) && !starts(word, "-O") && !starts(word, "-g") &&
               !starts(word, "-fno-omit-frame-pointer")) {
      continue;
    } else {
      result.push_back(word);
    }
  }
  return result;
}

bool is_optimised(const CompileCommand& command) {
  bool result = false;
  for (const std::string& word : command.arguments)
    if (starts(word, "-O")) result = word != "-O0";
  return result;
}

bool drop_unknown_options(std::vector<std::string>& line, const std::string& words) {
  static const std::regex complaint(
      "error: (?:unknown argument:? '([^']+)'|unsupported option '([^']+)'|unsupported argument '([^']*)' to option "
      "'([^']+)')");
  bool dropped = false;
  for (std::sregex_iterator it(words.begin(), words.end(), complaint), end; it != end; ++it) {
    const std::string option = (*it)[1].str() + (*it)[2].str() + (*it)[4].str() + (*it)[3].str();
    dropped = std::erase(line, option) > 0 || dropped;
  }
  return dropped;
}

std::vector<std::string> with_absolute_paths(std::vector<std::string> flags, const std::filesystem::path& directory) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    std::string& flag = flags[i];
    for (const std::string_view option : kPathOptions) {
      if (!starts(flag, option)) continue;
      const bool is_joined = flag.size() > option.size();
      if (!is_joined && i + 1 == flags.size()) break;
      std::string path = is_joined ? flag.substr(option.size()) : flags[i + 1];
      const std::filesystem::path absolute = (directory / path).lexically_normal();
      // A header that is not in this folder is looked for in the include folders.
      const bool is_searched = option == "-include" || option == "-imacros";
      if (!path.starts_with('=') && (!is_searched || std::filesystem::exists(absolute))) path = absolute.string();
      (is_joined ? flag : flags[i + 1]) = (is_joined ? std::string(option) : std::string()) + path;
      if (!is_joined) ++i;
      break;
    }
  }
  return flags;
}

std::vector<std::string> flags_as_unoptimised(const Sanitizers& sanitizers) {
  std::vector<std::string> result;
  // Where clang takes null for an address as any other, it leaves out the check of what is added to null.
  if (!sanitizers.undefined.contains("pointer-overflow")) result.emplace_back("-fno-delete-null-pointer-checks");
  if (sanitizers.undefined.empty()) result.emplace_back("-fwrapv");
  return result;
}

std::vector<std::string> sanitizer_flags(const Sanitizers& sanitizers, bool trap) {
  std::vector<std::string> result;
  if (sanitizers.address) result = {"-fsanitize=address", "-fno-omit-frame-pointer"};
  if (!sanitizers.undefined.empty()) {
    result.push_back("-fsanitize=" + sanitizers.undefined);
    result.push_back((trap ? "-fsanitize-trap=" : "-fno-sanitize-recover=") + sanitizers.undefined);
    // One trap per check: clang merges a function's traps into one without a line otherwise.
    if (trap) result.insert(result.end(), {"-mllvm", "-ubsan-unique-traps"});
  }
  return result;
}

std::vector<std::string> flags_of_search(const Sanitizers& sanitizers) {
  std::vector<std::string> result = flags_as_unoptimised(sanitizers);
  for (std::string& flag : sanitizer_flags(sanitizers, true)) result.push_back(std::move(flag));
  return result;
}

bool is_system_header(const std::filesystem::path& header) {
  return is_system_folder(header.string()) && !header.string().starts_with("/opt/");
}

bool hides_system_header(const std::filesystem::path& folder) {
  static constexpr const char* kNames[] = {
      "assert.h",   "ctype.h",     "dirent.h", "endian.h",  "errno.h",   "fcntl.h",   "features.h", "float.h",
      "inttypes.h", "limits.h",    "locale.h", "math.h",    "poll.h",    "pthread.h", "regex.h",    "sched.h",
      "search.h",   "semaphore.h", "setjmp.h", "signal.h",  "stdarg.h",  "stdbool.h", "stddef.h",   "stdint.h",
      "stdio.h",    "stdlib.h",    "string.h", "strings.h", "threads.h", "time.h",    "unistd.h",   "wchar.h",
      "wctype.h",   "algorithm",   "any",      "array",     "exception", "list",      "map",        "memory",
      "new",        "queue",       "set",      "span",      "stack",     "string",    "tuple",      "utility",
      "variant",    "vector",      "version"};
  return std::ranges::any_of(kNames, [&](const char* name) {
    std::error_code failed;
    return std::filesystem::is_regular_file(folder / name, failed);
  });
}

std::vector<std::string> include_flags(const std::filesystem::path& folder) {
  if (!hides_system_header(folder)) return {"-I" + folder.string()};
  return {"-iquote" + folder.string(), "-idirafter" + folder.string()};
}

std::vector<std::string> with_own_headers_first(std::vector<std::string> flags) {
  constexpr std::string_view kBehind = "-idirafter";
  for (std::string& flag : flags)
    if (const std::string folder = included_folder(flag);
        flag.starts_with(kBehind) && std::ranges::find(flags, "-iquote" + folder) != flags.end())
      flag = "-I" + folder;
  return flags;
}

std::string included_folder(const std::string& flag) {
  for (const std::string_view option : {"-idirafter", "-isystem", "-iquote", "-I"})
    if (flag.starts_with(option)) return flag.substr(option.size());
  return "";
}

std::vector<std::string> flags_for_includer(const CompileCommand& command) {
  BuiltUnit unit;
  unit.command = command;
  return flags_for_includer(std::vector<BuiltUnit>{unit});
}

std::vector<std::string> flags_for_includer(const std::vector<BuiltUnit>& units) {
  std::vector<std::string> includes;
  std::map<std::string, std::size_t> shared;  // definitions and ABI flags, with how many units have them
  std::vector<std::string> order;
  int year = 17;
  for (const BuiltUnit& unit : units) {
    const std::vector<std::string> flags =
        with_absolute_paths(project_flags(unit.command, false), unit.command.directory);
    if (!unit.command.is_c) year = std::max(year, year_of(standard_of(flags)));
    for (std::size_t i = 0; i < flags.size(); ++i) {
      std::string flag = flags[i];
      if (kKeptWithOperand.contains(flag) && i + 1 < flags.size()) flag += "\n" + flags[++i];
      const bool is_folder =
          starts(flag, "-I") || starts(flag, "-isystem") || starts(flag, "-iquote") || starts(flag, "-idirafter");
      if (is_folder) {
        const bool is_first = starts(flag, "-I");
        const std::string folder = is_first ? flag.substr(flag.find('\n') == 2 ? 3 : 2) : "";
        for (const std::string& each :
             is_first&& hides_system_header(folder) ? include_flags(folder) : std::vector{flag})
          if (std::find(includes.begin(), includes.end(), each) == includes.end()) includes.push_back(each);
      } else if (starts(flag, "-D") || starts(flag, "-U") || starts(flag, "-include") || starts(flag, "-fshort-") ||
                 starts(flag, "-m") || starts(flag, "-funsigned-char") || starts(flag, "-fno-exceptions") ||
                 starts(flag, "-fno-rtti") || starts(flag, "-fsigned-char") || flag == "-pthread" ||
                 starts(flag, "-stdlib=")) {
        if (shared[flag]++ == 0) order.push_back(flag);
      }
    }
  }
  // An error to clang since C++17; headers of C and of older C++ use it.
  std::vector<std::string> result{"-std=gnu++" + std::to_string(year), "-Wno-register"};
  if (std::ranges::any_of(units, [](const BuiltUnit& unit) { return unit.command.has_late_templates; }))
    result.emplace_back(kLateTemplates);
  const auto add = [&](const std::string& flag) {
    const auto line = flag.find('\n');
    result.push_back(flag.substr(0, line));
    if (line != std::string::npos) result.push_back(flag.substr(line + 1));
  };
  for (const std::string& flag : includes) add(flag);
  for (const std::string& flag : order)
    if (shared[flag] * 2 > units.size() && flag != "-fno-exceptions" && flag != "-fno-rtti" &&
        !starts(flag, "-fvisibility"))
      add(flag);
  ask_clang(result);
  return result;
}

}  // namespace reenact
