#include "session/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string_view>

#include "api/bridge.h"
#include "api/headers/entry_headers.h"
#include "api/headers/public_headers.h"
#include "api/reader.h"
#include "api/sources/examples.h"
#include "api/sources/users_templates.h"
#include "api/worker_link.h"
#include "base/files.h"
#include "build/assertions.h"
#include "build/build.h"
#include "build/cache.h"
#include "build/cache_entry.h"
#include "build/consumers.h"
#include "build/dependencies.h"
#include "build/flags.h"
#include "build/link_libraries.h"
#include "build/needed_units.h"
#include "build/project_folder.h"
#include "build/toolchain.h"
#include "program/program_model_reader.h"
#include "session/bridged_before.h"
#include "session/first_calls.h"
#include "session/first_subject.h"
#include "session/subject_store.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// The headers that count as public because of the report.
std::vector<fs::path> headers_by_report(const BuiltSubject& built, const SubjectOptions& options) {
  std::vector<fs::path> result = headers_of_entry(built.units, options.functions_in_report);
  std::ranges::copy(reported_headers(built.units, options.files_in_report, options.functions_in_report),
                    std::back_inserter(result));
  return result;
}

std::uint64_t key_of(const BuiltSubject& built, const SubjectOptions& options, const Toolchain& tools,
                     const std::vector<fs::path>& by_report, const std::vector<api::UsersTemplate>& users_templates) {
  std::uint64_t key = Inputs::of({tools.runtime}).digest() + stamp_of("/proc/self/exe");
  for (const BuiltUnit& unit : built.units) {
    const auto inputs = Inputs::load(unit.object.parent_path() / "inputs");
    key = hash_of(unit.object.string(), key + (inputs ? inputs->digest() : 0));
  }
  for (const auto& list : {options.link, options.headers, options.names_in_report})
    for (const std::string& each : list) key = hash_of(each, key);
  for (const fs::path& each : by_report) key = hash_of(each.string(), key);
  key = hash_of(api::declarations_of(users_templates), key);
  // Units that define one are linked in any case; and those of a C library may be handed to others as callbacks.
  for (const std::string& each : options.functions_in_report) key = hash_of(each, key);
  return hash_of("later calls", key + options.later_seconds);
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

/// Is the file in one of the folders, between which stand colons?
bool is_in_any(std::string_view file, std::string_view folders) {
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
    if (file.starts_with(folder) && file.substr(folder.size()).starts_with('/')) return true;
  }
  return false;
}

/// The program of `models`, with the headers in the folders of the project that its units include.
Expected<ProgramModel> program_of(const BuiltSubject& built, const std::vector<fs::path>& models,
                                  const std::vector<CompileCommand>& commands) {
  auto program = read_program_model(models);
  if (!program) return program;
  const std::string roots = instrumented_roots(commands);
  std::set<std::string> headers;
  for (const BuiltUnit& unit : built.units)
    for (const fs::path& each : unit.headers)
      if (std::string header = each.lexically_normal().string(); is_in_any(header, roots))
        headers.insert(std::move(header));
  program->headers.assign(headers.begin(), headers.end());
  return program;
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
  line.insert(line.end(), {"-w", kNoWarningsAsErrors, "-O1", kMacrosAsUnoptimised, "-g", "-fstandalone-debug",
                           "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-I" + tools->include.string(), "-include",
                           tools->whole_templates.string(), "-include", (from / "head.h").string()});
  for (std::string& flag : flags_of_search(options.sanitizers)) line.push_back(std::move(flag));
  auto built = rebuild_bridge(line, roots, from, to, BridgeForm::kBitcode, options);
  if (!built) return built;
  if (const auto noted = write_file(to / "complete", ""); !noted) return std::unexpected(noted.error());
  return built;
}

}  // namespace

void learn_of_callers(Subject& subject, const CallerOptions& options) {
  const LearntOfCallers learnt = learn_from_callers(subject.api, subject.callers, options);
  if (learnt.lengths + learnt.nonnull > 0)
    subject.notes.push_back(fmt::format("learnt of the project's own calls: {} lengths, {} that are not null",
                                        learnt.lengths, learnt.nonnull));
  if (learnt.set_up > 0)
    subject.notes.push_back(
        fmt::format("learnt of the project's own calls: {} that set up a struct before others get it", learnt.set_up));
}

Expected<ProgramModel> read_program(const SubjectOptions& options) {
  const auto commands = subject_commands(options);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, Flavour::kInstrumented), options.interrupted);
  const auto built = build_units(*commands, Flavour::kInstrumented, options);
  if (!built) return std::unexpected(built.error());
  return program_of(*built, models_of(*built), *commands);
}

Expected<Bitcode> open_bitcode(const SubjectOptions& options, const Subject* subject) {
  const auto all = subject_commands(options);
  if (!all) return std::unexpected(all.error());
  const FileLock lock(lock_of(options, Flavour::kBitcode), options.interrupted);
  // What defines main was left out.
  const auto instrumented = build_units(*all, Flavour::kInstrumented, options);
  if (!instrumented) return std::unexpected(instrumented.error());
  std::vector<CompileCommand> commands;
  for (const BuiltUnit& unit : instrumented->units) commands.push_back(unit.command);
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

namespace {

constexpr std::string_view kWaits = "waits until a search with the likeliest calls has failed";

/// Finds or makes the subject in the cache, where it stays as long as this is there.
class Preparation {
 public:
  /// `functions`: of the report; none: no call waits. `before`: those of an earlier preparation in which calls waited. `problem`: see
  /// link_worker().
  Preparation(const SubjectOptions& options, const std::vector<std::string>& functions,
              const std::vector<std::string>& before, const BuiltSubject& built, const std::string& roots,
              const std::vector<fs::path>& by_report, const std::vector<api::UsersTemplate>& users_templates,
              LinkProblem& problem)
      : options_(options),
        functions_(functions),
        before_(before),
        built_(built),
        roots_(roots),
        by_report_(by_report),
        users_templates_(users_templates),
        problem_(problem) {}

  /// `key`: of the subject with all its calls. Returns the folder with the worker.
  Expected<fs::path> run(std::uint64_t key, Subject& subject) {
    return functions_.empty() ? whole(key, subject) : first(key, subject);
  }

 private:
  Expected<fs::path> first(std::uint64_t key, Subject& subject) {
    constexpr const char* kIsWhole = "is_whole";  // instead of a worker, where no call waits
    fs::path folder = use(first_key(key, functions_));
    if (is_there(folder / kIsWhole)) return whole(key, subject);
    if (is_ready(subject, folder)) return folder;
    const auto started = fs::file_time_type::clock::now();
    auto reading = read(folder);
    if (!reading) return std::unexpected(reading.error());
    const std::vector<CallableId> later = calls_for_later(reading->api, functions_);
    if (!later.empty()) {
      drop_callables(*reading, later, std::string(kWaits));
      return made_in(folder, started, *reading, subject);
    }
    if (const auto noted = write_file(folder / kIsWhole, ""); !noted) return std::unexpected(noted.error());
    fs::path all = use(key);
    if (is_ready(subject, all)) return all;
    empty_entry(all);
    return made_in(all, started, *reading, subject);
  }

  Expected<fs::path> whole(std::uint64_t key, Subject& subject) {
    constexpr const char* kIsByUnit = "is_by_unit";  // which calls come first differs with the unit that is asked about
    const std::uint64_t unit_key = hash_of(options_.unit, key);
    fs::path folder = use(key);
    const bool is_by_unit = is_there(folder / kIsByUnit);
    if (is_by_unit) folder = use(unit_key);
    if (is_ready(subject, folder)) return folder;
    const auto started = fs::file_time_type::clock::now();
    auto reading = read(folder);
    if (!reading) return std::unexpected(reading.error());
    reading->later = later_calls(reading->api);
    if (!before_.empty()) take_over(key, *reading, folder);
    if (!reading->later.empty() && !options_.unit.empty() && !is_by_unit) {
      if (const auto noted = write_file(folder / kIsByUnit, ""); !noted) return std::unexpected(noted.error());
      folder = use(unit_key);
      if (is_ready(subject, folder)) return folder;
      empty_entry(folder);
    }
    return made_in(folder, started, *reading, subject);
  }

  static std::uint64_t first_key(std::uint64_t key, const std::vector<std::string>& functions) {
    std::uint64_t result = hash_of("first calls", key);
    for (const std::string& function : functions) result = hash_of(function, result);
    return result;
  }

  void take_over(std::uint64_t key, ApiReading& reading, const fs::path& folder) {
    const fs::path from = use(first_key(key, before_));
    Subject known;
    if (is_ready(known, from))
      take_over_bridge(reading, known.api, calls_for_later(reading.api, before_), from, folder);
  }

  /// Those that may be left out where compiling all of them takes too long.
  [[nodiscard]] std::set<CallableId> later_calls(const ApiModel& api) const {
    // `A::` stands for what class A has, if A is a class.
    std::vector<std::string> likely = options_.functions_in_report;
    if (!options_.unit.empty()) likely.insert(likely.end(), {options_.unit, options_.unit + "::"});
    std::vector<CallableId> later = calls_for_later(api, likely);
    if (later.empty()) later = calls_for_later(api, {});
    return {later.begin(), later.end()};
  }

  fs::path use(std::uint64_t key) {
    fs::path folder = folder_of(key, options_);
    in_use_.emplace_back(options_.cache_dir, folder, EntryOwner{"worker", options_.build_dir}, options_.interrupted);
    return folder;
  }

  static bool is_ready(Subject& subject, const fs::path& folder) {
    return load_api(subject, folder / "api.json") && is_there(folder / "worker");
  }

  Expected<ApiReading> read(const fs::path& folder) const {
    if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
    empty_entry(folder);
    if (options_.progress) options_.progress("reading the API", 0, 1);
    auto reading = read_api({.units = built_.units,
                             .headers = options_.headers,
                             .entry_headers = by_report_,
                             .names_in_report = options_.names_in_report,
                             .work_dir = folder,
                             .compilers = options_.compilers,
                             .interrupted = options_.interrupted,
                             .functions_in_report = options_.functions_in_report,
                             .is_of_headers = built_.is_of_headers,
                             .users_templates = users_templates_});
    problem_.is_unread = !reading && reading.error().kind == ErrorKind::kSubject && options_.headers.empty();
    return reading;
  }

  Expected<fs::path> made_in(const fs::path& folder, fs::file_time_type started, ApiReading& reading,
                             Subject& subject) const {
    const auto linked = link_worker(reading, built_, options_, roots_, folder, problem_);
    if (!linked) return std::unexpected(linked.error());
    subject.api = std::move(reading.api);
    subject.prelude = std::move(reading.prelude);
    subject.includer_flags = std::move(reading.flags);
    subject.notes = built_.notes;
    subject.notes.insert(subject.notes.end(), reading.notes.begin(), reading.notes.end());
    if (const auto late = std::ranges::count(subject.api.dropped, kTakesTooLong, &Dropped::reason); late > 0)
      subject.notes.push_back(
          fmt::format("{} calls are left out: to compile them takes longer than {} s (--later-calls)", late,
                      options_.later_seconds));
    if (const auto noted = note_libraries(folder, options_, started); !noted) return std::unexpected(noted.error());
    if (const auto saved = save_api(subject, folder / "api.json"); !saved) return std::unexpected(saved.error());
    return folder;
  }

  const SubjectOptions& options_;
  const std::vector<std::string>& functions_;
  const std::vector<std::string>& before_;
  const BuiltSubject& built_;
  const std::string& roots_;
  const std::vector<fs::path>& by_report_;
  const std::vector<api::UsersTemplate>& users_templates_;
  std::deque<CacheEntry> in_use_;
  LinkProblem& problem_;
};

}  // namespace

std::size_t waiting_calls(const Subject& subject) {
  return static_cast<std::size_t>(std::ranges::count_if(subject.api.dropped, is_waiting));
}

bool is_waiting(const Dropped& call) { return call.reason == kWaits; }

namespace {

/// Prepares it with the units that are known to be needed. `before`, `problem`: see Preparation.
Expected<Subject> prepare(const SubjectOptions& options, const std::vector<std::string>& functions,
                          const std::vector<std::string>& before, LinkProblem& problem) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  const auto commands = subject_commands(options);
  if (!commands) return std::unexpected(commands.error());
  const FileLock lock(lock_of(options, Flavour::kInstrumented), options.interrupted);
  auto built = build_units(*commands, Flavour::kInstrumented, options);
  if (!built) return std::unexpected(built.error());
  for (const std::string& library : needed_libraries(options)) built->notes.push_back(note_of_needed(library));

  for (const fs::path& absent : absent_units(options))
    built->notes.push_back(
        fmt::format("compiled as its neighbours are, though the compilation database does not have it (others need "
                    "what it defines): {}",
                    absent.string()));
  for (const fs::path& variant : variants_left_out(options))
    built->notes.push_back(
        fmt::format("left out (it defines the same functions as another unit): {}", variant.string()));

  Subject subject;
  const std::string roots = instrumented_roots(*commands);
  const std::vector<fs::path> by_report = headers_by_report(*built, options);
  const auto users_templates = api::users_templates(consumers_of(*commands), project_headers(built->units));
  Preparation preparation(options, functions, before, *built, roots, by_report, users_templates, problem);
  const auto folder = preparation.run(key_of(*built, options, *tools, by_report, users_templates), subject);
  if (!folder) return std::unexpected(folder.error());
  subject.worker = *folder / "worker";
  std::set<fs::path> bridge_models;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(*folder, ignored))
    if (entry.path().extension() == ".model") bridge_models.insert(entry.path());
  // As they are linked: of a function that a header defines, the bridge's own comes first.
  std::vector<fs::path> models(bridge_models.begin(), bridge_models.end());
  std::ranges::copy(models_of(*built), std::back_inserter(models));
  auto program = program_of(*built, models, *commands);
  if (!program) return std::unexpected(program.error());
  subject.program = std::move(*program);
  models = models_of(*built);
  models.insert(models.end(), built->models_of_programs.begin(), built->models_of_programs.end());
  auto callers = read_passed_arguments(models);
  if (!callers) return std::unexpected(callers.error());
  subject.callers = std::move(*callers);
  subject.examples = read_examples(project_folder(*commands));
  return subject;
}

}  // namespace

void leave_out_loops(ApiModel& api) {
  for (Callable& callable : api.callables) callable.usable = callable.usable && !is_loop(callable);
}

Expected<Subject> prepare_first_subject(const SubjectOptions& options, const std::vector<std::string>& functions) {
  return with_needed_units(options, [&](LinkProblem& problem) { return prepare(options, functions, {}, problem); });
}

Expected<Subject> prepare_subject(const SubjectOptions& options, const std::vector<std::string>& first) {
  return with_needed_units(options, [&](LinkProblem& problem) { return prepare(options, {}, first, problem); });
}

}  // namespace reenact
