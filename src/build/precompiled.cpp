#include "build/precompiled.h"

#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "build/cache.h"
#include "build/cache_entry.h"
#include "build/compilers.h"
#include "build/dependencies.h"
#include "build/flags.h"
#include "contain/compilers.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Could <...> or gtest's own "..." mean another file with this folder than without it?
bool may_hide(const std::string& flag, const fs::path& folder) {
  std::error_code failed;
  if (fs::exists(folder / "gtest" / "gtest.h", failed)) return true;
  return !flag.starts_with("-iquote") && !flag.starts_with("-idirafter") && hides_system_header(folder);
}

/// The flags that matter to headers of the system; nullopt: all do. A file that is included before, as the config.h of projects with a
/// configure script, is compiled with them: clang leaves it out where it finds it in what is precompiled.
std::optional<std::vector<std::string>> flags_without_folders(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-include" && i + 1 < flags.size() && fs::path(flags[i + 1]).is_absolute()) {
      result.insert(result.end(), {flags[i], flags[i + 1]});
      ++i;
      continue;
    }
    if (flags[i].starts_with("-include") || flags[i].starts_with("-imacros")) return std::nullopt;
    const std::string joined = included_folder(flags[i]);
    const bool is_folder = !joined.empty() || flags[i] == "-I" || flags[i] == "-isystem" || flags[i] == "-iquote" ||
                           flags[i] == "-idirafter";
    if (!is_folder) {
      result.push_back(flags[i]);
      continue;
    }
    const std::string folder = joined.empty() && i + 1 < flags.size() ? flags[i + 1] : joined;
    if (may_hide(flags[i], folder)) return std::nullopt;
    if (joined.empty()) ++i;
  }
  return result;
}

bool compile(const std::vector<std::string>& command, const fs::path& folder, const SubjectOptions& options) {
  ProcessOptions process;
  process.directory = folder;
  process.environment = {"TMPDIR=" + folder.string(), "HOME=" + folder.string()};
  process.interrupted = options.interrupted;
  const auto made = run_compiler(options.compilers, folder, paths_in(command), command, process);
  return made && made->exit_status == 0;
}

}  // namespace

fs::path precompiled(const HeadOfFiles& head, const SubjectOptions& options) {
  const auto flags = flags_without_folders(head.flags);
  if (!flags) return {};
  std::vector<std::string> command{head.compiler};
  for (const auto& each : {*flags, head.more}) command.insert(command.end(), each.begin(), each.end());
  // Times of headers are not compared: the entry's inputs are.
  command.insert(command.end(), {"-Xclang", "-fno-pch-timestamp"});
  const fs::path folder = options.cache_dir / kUnitsFolder / hex(hash_of(head.text + key_of_command(command, "/")));
  const CacheEntry entry(options.cache_dir, folder, {head.kind, options.build_dir}, options.interrupted);
  fs::path made = folder / "head.pch";
  std::error_code failed;
  if (const auto inputs = Inputs::load(folder / "inputs"); inputs && inputs->fresh() && fs::exists(made, failed))
    return made;

  empty_entry(folder);
  const fs::path source = folder / "head.h", dependencies = folder / "deps";
  if (!write_file(source, head.text)) return {};
  const auto started = fs::file_time_type::clock::now();
  command.insert(command.end(),
                 {"-x", "c++-header", source.string(), "-o", made.string(), "-MD", "-MF", dependencies.string()});
  if (!compile(command, folder, options)) return {};
  return Inputs::of(read_dependencies(dependencies), started).save(folder / "inputs") ? made : fs::path();
}

fs::path precompiled_gtest(const TestBuild& build, const SubjectOptions& options) {
  return precompiled({.kind = "GoogleTest",
                      .text = "#include <gtest/gtest.h>\n",
                      .compiler = build.compiler,
                      .flags = build.compile_flags,
                      // What the header makes of its own templates is made here, once.
                      .more = {"-w", "-O0", "-g", "-fpch-instantiate-templates"}},
                     options);
}

}  // namespace reenact
