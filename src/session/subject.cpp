#include "session/subject.h"

#include <fmt/format.h>

#include <set>

#include "api/reader.h"
#include "api/worker_link.h"
#include "base/files.h"
#include "build/build.h"
#include "build/cache.h"
#include "build/cache_entry.h"
#include "build/compilation_database.h"
#include "build/dependencies.h"
#include "build/flags.h"
#include "build/link_libraries.h"
#include "build/toolchain.h"
#include "program/program_model_reader.h"
#include "session/subject_store.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

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

constexpr const char* kLibraries = "libraries";

/// The libraries that were linked, and what named them. (The linker alone knows which files those are.)
Expected<void> note_libraries(const fs::path& folder, const SubjectOptions& options, fs::file_time_type before) {
  std::vector<fs::path> files = files_naming_libraries(options.build_dir);
  for (const fs::path& file : read_dependencies(folder / kLinkedFile))
    if (!file.string().starts_with(options.cache_dir.string())) files.push_back(file);
  return Inputs::of(files, before).save(folder / kLibraries);
}

/// Where the worker is, or is to be. One that was linked with libraries as they were before stays: somebody may run it.
fs::path folder_of(std::uint64_t key, const SubjectOptions& options) {
  while (true) {
    fs::path folder = options.cache_dir / kSubjectsFolder / hex(key);
    const auto libraries = Inputs::load(folder / kLibraries);
    if (!libraries || libraries->fresh()) return folder;
    key = hash_of("libraries", key + Inputs::of(libraries->files()).digest());
  }
}

std::vector<fs::path> models_of(const BuiltSubject& built) {
  std::vector<fs::path> models;
  for (const BuiltUnit& unit : built.units)
    if (is_there(unit.model)) models.push_back(unit.model);
  return models;
}

/// The bridge's thunks, compiled as kBitcode is, once.
Expected<std::vector<fs::path>> bridge_bitcode(const Subject& subject, const SubjectOptions& options,
                                               const std::string& roots) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  const fs::path from = subject.worker.parent_path(), to = from / "bitcode";
  std::vector<fs::path> known;
  for (std::size_t i = 0; is_there(to / fmt::format("thunks_{}.o", i)); ++i)
    known.push_back(to / fmt::format("thunks_{}.o", i));
  if (is_there(to / "complete")) return known;
  std::vector<std::string> line{tools->cxx_compiler};
  line.insert(line.end(), subject.includer_flags.begin(), subject.includer_flags.end());
  line.insert(line.end(), {"-w", "-O1", "-g", "-fstandalone-debug", "-fno-delete-null-pointer-checks", "-emit-llvm",
                           "-Xclang", "-disable-llvm-passes", "-I" + tools->include.string(), "-include",
                           tools->whole_templates.string(), "-include", (from / "head.h").string()});
  for (std::string& flag : sanitizer_flags(options.sanitizers, true)) line.push_back(std::move(flag));
  auto built = rebuild_bridge(line, roots, from, to, options.jobs, options.interrupted);
  if (!built) return built;
  built->pop_back();  // the table calls them all
  if (const auto noted = write_file(to / "complete", ""); !noted) return std::unexpected(noted.error());
  return built;
}

}  // namespace

Expected<ProgramModel> read_program(const SubjectOptions& options) {
  const auto commands = read_compilation_database(options.build_dir);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, Flavour::kInstrumented), options.interrupted);
  const auto built = build_units(*commands, Flavour::kInstrumented, options);
  if (!built) return std::unexpected(built.error());
  return read_program_model(models_of(*built));
}

Expected<Bitcode> open_bitcode(const SubjectOptions& options, const Subject* subject) {
  const auto all = read_compilation_database(options.build_dir);
  if (!all) return std::unexpected(all.error());
  const FileLock lock(lock_of(options, Flavour::kBitcode), options.interrupted);
  // What defines main was left out.
  const auto instrumented = build_units(*all, Flavour::kInstrumented, options);
  if (!instrumented) return std::unexpected(instrumented.error());
  std::vector<CompileCommand> commands;
  for (const BuiltUnit& unit : instrumented->units)
    if (unit.command.file.extension() != ".S" && unit.command.file.extension() != ".s")
      commands.push_back(unit.command);
  const auto built = build_units(commands, Flavour::kBitcode, options);
  if (!built) return std::unexpected(built.error());
  std::vector<fs::path> files;
  for (const BuiltUnit& unit : built->units) files.push_back(unit.object);
  if (subject != nullptr) {
    const auto bridge = bridge_bitcode(*subject, options, instrumented_roots(*all));
    if (!bridge) return std::unexpected(bridge.error());
    files.insert(files.end(), bridge->begin(), bridge->end());
  }
  return Bitcode::open(files);
}

Expected<Subject> prepare_subject(const SubjectOptions& options) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  const auto commands = read_compilation_database(options.build_dir);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, Flavour::kInstrumented), options.interrupted);
  auto built = build_units(*commands, Flavour::kInstrumented, options);
  if (!built) return std::unexpected(built.error());

  Subject subject;
  const fs::path folder = folder_of(key_of(*built, options, *tools), options);
  const CacheEntry in_use(options.cache_dir, folder, {"worker", options.build_dir}, options.interrupted);
  subject.worker = folder / "worker";
  std::vector<fs::path> models = models_of(*built);
  if (!load_api(subject, folder / "api.json") || !is_there(subject.worker)) {
    if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
    empty_entry(folder);
    const auto started = fs::file_time_type::clock::now();
    if (options.progress) options.progress("reading the API", 0, 1);
    auto reading = read_api({built->units, options.headers, options.names_in_report, folder, options.interrupted});
    if (!reading) return std::unexpected(reading.error());
    const auto linked = link_worker(*reading, *built, options, instrumented_roots(*commands), folder);
    if (!linked) return std::unexpected(linked.error());
    subject.api = std::move(reading->api);
    subject.prelude = std::move(reading->prelude);
    subject.includer_flags = std::move(reading->flags);
    subject.notes = built->notes;
    subject.notes.insert(subject.notes.end(), reading->notes.begin(), reading->notes.end());
    if (const auto noted = note_libraries(folder, options, started); !noted) return std::unexpected(noted.error());
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

}  // namespace reenact
