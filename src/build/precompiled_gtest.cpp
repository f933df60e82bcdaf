#include "build/precompiled_gtest.h"

#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "build/cache.h"
#include "build/cache_entry.h"
#include "build/compilers.h"
#include "build/dependencies.h"
#include "build/flags.h"
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

/// The flags that matter to headers of the system; nullopt: all do.
std::optional<std::vector<std::string>> flags_without_folders(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < flags.size(); ++i) {
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
  const auto made = run_contained(tools_confinement(folder, {}), command, process);
  return made && made->exit_status == 0;
}

}  // namespace

fs::path precompiled_gtest(const TestBuild& build, const SubjectOptions& options) {
  const auto flags = flags_without_folders(build.compile_flags);
  if (!flags) return {};
  std::vector<std::string> command{build.compiler};
  command.insert(command.end(), flags->begin(), flags->end());
  // Times of headers are not compared: the entry's inputs are. What the header's templates are made for is made here, once.
  for (const char* word : {"-w", "-O0", "-g", "-Xclang", "-fno-pch-timestamp", "-fpch-instantiate-templates"})
    command.emplace_back(word);
  std::string key = "precompiled GoogleTest\n" + std::to_string(stamp_of(program_file(build.compiler, "/")));
  for (const std::string& word : command) key += "\n" + word;
  for (const std::string& variable : kept_variables()) key += "\n" + variable;
  const fs::path folder = options.cache_dir / kUnitsFolder / hex(hash_of(key));
  const CacheEntry entry(options.cache_dir, folder, {"GoogleTest", options.build_dir}, options.interrupted);
  fs::path header = folder / "gtest.pch";
  std::error_code failed;
  if (const auto inputs = Inputs::load(folder / "inputs"); inputs && inputs->fresh() && fs::exists(header, failed))
    return header;

  empty_entry(folder);
  const fs::path source = folder / "gtest_alone.h", dependencies = folder / "deps";
  if (!write_file(source, "#include <gtest/gtest.h>\n")) return {};
  const auto started = fs::file_time_type::clock::now();
  for (const std::string& word : {std::string("-x"), std::string("c++-header"), source.string(), std::string("-o"),
                                  header.string(), std::string("-MD"), std::string("-MF"), dependencies.string()})
    command.push_back(word);
  if (!compile(command, folder, options)) return {};
  return Inputs::of(read_dependencies(dependencies), started).save(folder / "inputs") ? header : fs::path();
}

}  // namespace reenact
