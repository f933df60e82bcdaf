#include "subject/subject.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "abi/wrapped_calls.h"
#include "base/files.h"
#include "base/process.h"
#include "subject/api_reader.h"
#include "subject/api_store.h"
#include "subject/build.h"
#include "subject/cache.h"
#include "subject/compilation_database.h"
#include "subject/flags.h"
#include "subject/link_libraries.h"
#include "subject/program_model_reader.h"
#include "subject/toolchain.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Libraries that a compilation database does not name and nearly every program may need.
const std::vector<std::string> kUsualLibraries = {"-lpthread", "-lm", "-ldl", "-lrt"};

/// Those of --link, those the project's own build links with, and the usual ones; loaded only if something needs them.
std::vector<std::string> library_flags(const SubjectOptions& options) {
  std::vector<std::string> result;
  for (const std::string& given : options.link)
    result.push_back(given.contains('/') || given.starts_with("-") ? given : "-l" + given);
  result.push_back("-Wl,--as-needed");
  for (std::string& found : libraries_of_build(options.build_dir)) result.push_back(std::move(found));
  result.insert(result.end(), kUsualLibraries.begin(), kUsualLibraries.end());
  return result;
}

std::uint64_t key_of(const BuiltSubject& built, const SubjectOptions& options, const Toolchain& tools) {
  std::uint64_t key = Inputs::of({tools.runtime}).digest() + stamp_of("/proc/self/exe");
  for (const BuiltUnit& unit : built.units) {
    const auto inputs = Inputs::load(unit.object.parent_path() / "inputs");
    key = hash_of(unit.object.string(), key + (inputs ? inputs->digest() : 0));
  }
  for (const auto& list : {options.link, options.headers, options.names_in_report})
    for (const std::string& each : list) key = hash_of(each, key);
  return key;
}

/// Two reproductions of one subject at once build it once: the second waits and finds everything in the cache.
fs::path lock_of(const SubjectOptions& options, std::string_view flavour) {
  return options.cache_dir / "locks" /
         fmt::format("{}-{}", hex(hash_of(fs::absolute(options.build_dir).string())), flavour);
}

/// Undefined symbols that lld names, and the thunks that refer to each; a symbol that others need too has thunk -1.
struct Undefined {
  std::set<std::string> symbols;
  std::set<std::size_t> thunks;
  bool beyond_thunks = false;
};

Undefined undefined_symbols(const std::string& words) {
  Undefined result;
  std::istringstream lines(words);
  std::string line;
  static const std::regex thunk("reenact_thunk_([0-9]+)P");
  bool referenced = false;
  while (std::getline(lines, line)) {
    std::smatch found;
    if (const auto at = line.find("undefined symbol: "); at != std::string::npos) {
      result.symbols.insert(line.substr(at + 18));
      referenced = true;
    } else if (referenced && line.contains(">>> referenced by")) {
      continue;
    } else if (referenced && line.starts_with(">>>")) {
      if (std::regex_search(line, found, thunk))
        result.thunks.insert(std::stoul(found[1]));
      else if (!line.contains("did you mean") && !line.contains("thunks_"))
        result.beyond_thunks = true;
    }
  }
  return result;
}

class Linker {
 public:
  Linker(const Toolchain& tools, const BuiltSubject& built, const SubjectOptions& options)
      : tools_(tools), built_(built), options_(options), libraries_(library_flags(options)) {}

  /// Empty: linked. Else the linker's words. `absent`: symbols that become address 0.
  Expected<std::string> link(const std::vector<fs::path>& bridge, const fs::path& worker,
                             const std::set<std::string>& absent) const {
    std::vector<std::string> line{tools_.cxx_compiler, "-fuse-ld=lld", "-Wl,--error-limit=0", "-Wl,--no-demangle",
                                  "-rdynamic",         "-o",           worker.string()};
    for (const fs::path& object : bridge) line.push_back(object.string());
    for (const std::string& symbol : absent) line.push_back("-Wl,--defsym=" + symbol + "=0");
    // All of it where it wraps calls: that something refers to them takes nothing out of an archive.
    const bool wraps = options_.sanitizers.address;
    line.push_back(wraps ? "-Wl,--whole-archive," + tools_.runtime.string() + ",--no-whole-archive"
                         : tools_.runtime.string());
    // As if from an archive: only what is needed, so that programs and tests in the database do no harm.
    line.push_back("-Wl,--start-lib");
    for (const BuiltUnit& unit : built_.units) line.push_back(unit.object.string());
    line.push_back("-Wl,--end-lib");
    for (std::string& flag : sanitizer_flags(options_.sanitizers, true)) line.push_back(std::move(flag));
    if (wraps)
      for (const char* call : kWrappedCalls) line.push_back(fmt::format("-Wl,--wrap={}", call));
    line.insert(line.end(), libraries_.begin(), libraries_.end());
    ProcessOptions process;
    process.interrupted = options_.interrupted;
    const auto result = run_process(line, process);
    if (!result) return std::unexpected(result.error());
    return result->exit_status == 0 ? "" : result->err;
  }

 private:
  const Toolchain& tools_;
  const BuiltSubject& built_;
  const SubjectOptions& options_;
  std::vector<std::string> libraries_;
};

/// What is undefined may be defined in a unit that was left out.
std::string failed_units(const BuiltSubject& built) {
  std::string result;
  for (const std::string& note : built.notes)
    if (note.starts_with("left out (does not compile)")) result += "\n  " + note;
  return result;
}

Error link_error(const std::string& words, const Undefined& undefined, const BuiltSubject& built) {
  if (undefined.symbols.empty())
    return {
        ErrorKind::kSubject,
        fmt::format("the subject does not link:\n{}\n  next step: is there a library for each --link? NAME and -lNAME "
                    "are looked for where the linker does, others are paths",
                    words.substr(0, words.find_last_not_of('\n') + 1).substr(0, 2000))};
  std::string message = "the subject does not link; undefined:";
  std::size_t shown = 0;
  for (const std::string& symbol : undefined.symbols)
    if (shown++ < 10) message += "\n  " + llvm::demangle(symbol);
  if (shown > 10) message += fmt::format("\n  and {} more", shown - 10);
  if (const std::string failed = failed_units(built); !failed.empty())
    return {ErrorKind::kSubject, message + failed + "\n  next step: build the project with its own build system first"};
  message +=
      "\n  next step: name the libraries that define them with --link NAME (or --link /path/lib.a); if they are "
      "the project's own, their sources are missing in the compilation database";
  for (const auto& [name, symbols] : libraries_defining(undefined.symbols))
    message += fmt::format("\n  lib{}.so of this machine defines {} of {}: --link {}", name, symbols,
                           undefined.symbols.size(), name);
  return {ErrorKind::kSubject, message};
}

Expected<std::vector<fs::path>> bridge_and_link(ApiReading& reading, const BuiltSubject& built,
                                                const SubjectOptions& options, const Toolchain& tools,
                                                const std::string& roots, const fs::path& folder) {
  std::vector<std::string> extra{"-O1", "-gline-tables-only", "-fno-omit-frame-pointer",
                                 "-fpass-plugin=" + tools.pass.string()};
  for (std::string& flag : sanitizer_flags(options.sanitizers, true)) extra.push_back(std::move(flag));
  const Linker linker(tools, built, options);
  for (int round = 0; round < 4; ++round) {
    if (options.progress) options.progress("bridging", static_cast<std::size_t>(round), 1);
    auto objects = build_bridge(reading, extra, roots, folder, options.jobs, options.interrupted);
    if (!objects) return objects;
    const auto words = linker.link(*objects, folder / "worker", {});
    if (!words) return std::unexpected(words.error());
    if (words->empty()) return objects;
    const Undefined undefined = undefined_symbols(*words);
    if (undefined.thunks.empty() || round == 3) {
      // Only inline functions that no thunk names miss something (a class declared but not part of the library).
      if (undefined.beyond_thunks || undefined.symbols.empty())
        return std::unexpected(link_error(*words, undefined, built));
      const auto left = linker.link(*objects, folder / "worker", undefined.symbols);
      if (!left) return std::unexpected(left.error());
      if (!left->empty()) return std::unexpected(link_error(*left, undefined, built));
      return objects;
    }
    std::vector<CallableId> ids;
    for (const std::size_t i : undefined.thunks) ids.emplace_back(i);
    drop_callables(reading, ids, "declared, but not defined in the subject");
  }
  return subject_error("the subject does not link");
}

}  // namespace

Expected<Subject> prepare_subject(const SubjectOptions& options) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  const auto commands = read_compilation_database(options.build_dir);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, "instrumented"), options.interrupted);
  auto built = build_units(*commands, Flavour::kInstrumented, options);
  if (!built) return std::unexpected(built.error());

  Subject subject;
  const fs::path folder = options.cache_dir / "subjects" / hex(key_of(*built, options, *tools));
  subject.worker = folder / "worker";
  std::vector<fs::path> models;
  for (const BuiltUnit& unit : built->units)
    if (is_there(unit.model)) models.push_back(unit.model);
  if (!load_api(subject, folder / "api.json") || !is_there(subject.worker)) {
    if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
    if (options.progress) options.progress("reading the API", 0, 1);
    auto reading = read_api({built->units, options.headers, options.names_in_report, folder, options.interrupted});
    if (!reading) return std::unexpected(reading.error());
    const auto objects = bridge_and_link(*reading, *built, options, *tools, instrumented_roots(*commands), folder);
    if (!objects) return std::unexpected(objects.error());
    subject.api = std::move(reading->api);
    subject.prelude = std::move(reading->prelude);
    subject.includer_flags = std::move(reading->flags);
    subject.notes = built->notes;
    subject.notes.insert(subject.notes.end(), reading->notes.begin(), reading->notes.end());
    if (const auto saved = save_api(subject, folder / "api.json"); !saved) return std::unexpected(saved.error());
  }
  std::set<fs::path> bridge_models;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".model") bridge_models.insert(entry.path());
  models.insert(models.end(), bridge_models.begin(), bridge_models.end());
  auto program = read_program_model(models);
  if (!program) return std::unexpected(program.error());
  subject.program = std::move(*program);
  return subject;
}

namespace {

std::vector<std::string> clean_flags(const CompileCommand& command, const Sanitizers& sanitizers) {
  std::vector<std::string> flags = with_absolute_paths(project_flags(command, true), command.directory);
  for (std::string& flag : sanitizer_flags(sanitizers, false)) flags.push_back(std::move(flag));
  flags.insert(flags.end(), {"-g", "-w", "-Wno-everything"});
  return flags;
}

}  // namespace

Expected<TestBuild> build_clean(const SubjectOptions& options) {
  const auto commands = read_compilation_database(options.build_dir);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, "clean"), options.interrupted);
  const auto built = build_units(*commands, Flavour::kClean, options);
  if (!built) return std::unexpected(built.error());
  TestBuild build;
  build.compiler = "clang++-19";
  build.compile_flags = flags_for_includer(built->units);
  build.compile_flags.push_back("-g");
  for (std::string& flag : sanitizer_flags(options.sanitizers, false)) {
    build.compile_flags.push_back(flag);
    build.link_flags.push_back(std::move(flag));
  }
  for (const BuiltUnit& unit : built->units) {
    build.objects.push_back(unit.object);
    build.sources.push_back({unit.command.file, unit.command.is_c, clean_flags(unit.command, options.sanitizers)});
    // One compiler per language; where the project mixes them, ours.
    std::string& compiler = unit.command.is_c ? build.c_compiler : build.cxx_compiler;
    if (compiler.empty())
      compiler = unit.compiler;
    else if (compiler != unit.compiler)
      compiler = unit.command.is_c ? "clang-19" : "clang++-19";
  }
  if (build.cxx_compiler.empty()) build.cxx_compiler = build.compiler;
  for (std::string& flag : library_flags(options)) build.link_flags.push_back(std::move(flag));
  return build;
}

}  // namespace reenact
