#include "api/worker_link.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <utility>

#include "abi/wrapped_calls.h"
#include "api/bridge.h"
#include "build/flags.h"
#include "build/link_libraries.h"
#include "build/precompiled.h"
#include "build/toolchain.h"
#include "contain/compilers.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Undefined symbols that lld names, and what of the bridge refers to them.
struct Undefined {
  std::set<std::string> symbols;
  std::set<std::string> not_told;  // of these, those that more refer to than it names
  std::set<std::size_t> thunks;
  std::set<std::size_t> types;      // that cannot be destroyed
  std::set<std::string> functions;  // inline ones, compiled with the thunks that call them: as the linker names them
  bool beyond_thunks = false;       // others refer to some, too
};

Undefined undefined_symbols(const std::string& words) {
  Undefined result;
  std::istringstream lines(words);
  std::string line, symbol;
  static const std::regex thunk("reenact_thunk_([0-9]+)P"), destructor("table\\.o:\\(_Z[0-9]+destroy_([0-9]+)I"),
      in_thunks("thunks_[0-9]+\\.o:\\((_Z[A-Za-z0-9_]+)"), more(">>> referenced [0-9]+ more times");
  bool referenced = false;
  while (std::getline(lines, line)) {
    std::smatch found;
    if (const auto at = line.find("undefined symbol: "); at != std::string::npos) {
      symbol = line.substr(at + 18);
      result.symbols.insert(symbol);
      referenced = true;
    } else if (referenced && std::regex_search(line, more)) {
      result.not_told.insert(symbol);
    } else if (line.contains(">>> referenced by") || line.contains(">>> did you mean") ||
               line.contains(">>> defined in")) {
      continue;
    } else if (referenced && line.starts_with(">>>")) {
      if (std::regex_search(line, found, thunk))
        result.thunks.insert(std::stoul(found[1]));
      else if (std::regex_search(line, found, destructor))
        result.types.insert(std::stoul(found[1]));
      else if (std::regex_search(line, found, in_thunks))
        result.functions.insert(found[1]);
      else if (!line.contains("thunks_"))
        result.beyond_thunks = true;
    }
  }
  return result;
}

/// The calls that would need what is undefined: those whose thunks the linker named, and all others of a function that is, or that refers to it:
/// `template <class T> T get(int i) { return value->get<T>(); }`, where the library has no Value::get<int>().
std::vector<CallableId> callers_of(const Undefined& undefined, const ApiModel& api) {
  std::vector<CallableId> result;
  for (const Callable& callable : api.callables)
    if (undefined.thunks.contains(callable.id.index()) ||
        (callable.usable &&
         (undefined.symbols.contains(callable.linkage_name) || undefined.functions.contains(callable.linkage_name))))
      result.push_back(callable.id);
  return result;
}

/// With what is undefined at address 0 nobody gets there who calls none of callers_of(): all who refer to it were named, or call it.
bool are_all_callers_known(const Undefined& undefined, const ApiModel& api) {
  return !undefined.beyond_thunks && std::ranges::all_of(undefined.not_told, [&](const std::string& symbol) {
    return std::ranges::find(api.callables, symbol, &Callable::linkage_name) != api.callables.end();
  });
}

/// The project is built without type information (-fno-rtti), which classes derived for a test refer to. Nothing reads it: no code of
/// the project can, and our own asks for exceptions of the standard library only.
bool is_type_information_alone(const Undefined& undefined) {
  return !undefined.symbols.empty() &&
         std::ranges::all_of(undefined.symbols, [](const std::string& symbol) { return symbol.starts_with("_ZTI"); });
}

class Linker {
 public:
  /// `whole`: archives of which everything is linked.
  Linker(const Toolchain& tools, const BuiltSubject& built, const SubjectOptions& options, std::vector<fs::path> whole)
      : tools_(tools), built_(built), options_(options), whole_(std::move(whole)), libraries_(library_flags(options)) {}

  /// Empty: linked. Else the linker's words. `absent`: symbols that become address 0.
  Expected<std::string> link(const std::vector<fs::path>& bridge, const fs::path& worker,
                             const std::set<std::string>& absent) const {
    std::vector<std::string> line{tools_.cxx_compiler, "-fuse-ld=lld", "-Wl,--error-limit=0", "-Wl,--no-demangle",
                                  "-rdynamic",         "-o",           worker.string()};
    // Not -Wl: a path may have commas.
    line.insert(line.end(), {"-Xlinker", "--dependency-file=" + (worker.parent_path() / kLinkedFile).string()});
    for (const fs::path& object : bridge) line.push_back(object.string());
    for (const std::string& symbol : absent) line.push_back("-Wl,--defsym=" + symbol + "=0");
    for (const fs::path& archive : whole_)
      line.insert(line.end(), {"-Wl,--whole-archive", archive.string(), "-Wl,--no-whole-archive"});
    line.push_back(tools_.runtime.string());
    // As if from an archive: only what is needed, so that programs and tests in the database do no harm.
    line.push_back("-Wl,--start-lib");
    for (const BuiltUnit& unit : built_.units) line.push_back(unit.object.string());
    line.push_back("-Wl,--end-lib");
    for (std::string& flag : sanitizer_flags(options_.sanitizers, true)) line.push_back(std::move(flag));
    for (const char* call : answered_calls()) line.push_back(fmt::format("-Wl,--wrap={}", call));
    line.insert(line.end(), libraries_.begin(), libraries_.end());
    for (std::string& flag : flags_that_link(options_.functions_in_report)) line.push_back(std::move(flag));
    // Functions that a header defines without `inline` are in each file of the bridge.
    if (built_.is_of_headers) line.emplace_back("-Wl,--allow-multiple-definition");
    ProcessOptions process;
    process.interrupted = options_.interrupted;
    const auto result = run_compiler(options_.compilers, worker.parent_path(), paths_in(line), line, process);
    if (!result) return std::unexpected(result.error());
    return result->exit_status == 0 ? "" : result->err;
  }

  void add_libraries(const std::vector<std::string>& flags) {
    libraries_.insert(libraries_.end(), flags.begin(), flags.end());
  }

 private:
  /// Calls that the runtime answers. Not in the concolic flavour, which has models of its own for them.
  [[nodiscard]] std::span<const char* const> answered_calls() const {
    if (options_.sanitizers.address) return kWrappedCalls;
    return whole_.empty() ? std::span<const char* const>(kCallsOnRanges) : std::span<const char* const>();
  }

  const Toolchain& tools_;
  const BuiltSubject& built_;
  const SubjectOptions& options_;
  std::vector<fs::path> whole_;
  std::vector<std::string> libraries_;
};

/// What is undefined may be defined in a unit that was left out; the notes of those that were for `reason`.
std::string left_out(const BuiltSubject& built, std::string_view reason) {
  constexpr std::size_t kMost = 10;
  std::string result;
  std::size_t found = 0;
  const std::string begin = fmt::format("left out ({})", reason);
  for (const std::string& note : built.notes)
    if (note.starts_with(begin) && ++found <= kMost) result += "\n  " + note;
  if (found > kMost) result += fmt::format("\n  and {} more", found - kMost);
  return result;
}

/// Without what clang adds where it has started the linker: "clang++-19: error: linker command failed ...".
std::string linkers_own(const std::string& words) {
  const auto added = words.find("error: linker command failed");
  return added == std::string::npos ? words : words.substr(0, words.rfind('\n', added) + 1);
}

Error link_error(const std::string& words, const Undefined& undefined, const BuiltSubject& built) {
  if (const std::string own = linkers_own(words); undefined.symbols.empty())
    return {
        ErrorKind::kSubject,
        fmt::format("the project does not link:\n{}\n  next step: is there a library for each --link? NAME and -lNAME "
                    "are looked for where the linker does, others are paths",
                    own.substr(0, own.find_last_not_of('\n') + 1).substr(0, 2000))};
  std::string message = "the project does not link; undefined:";
  std::size_t shown = 0;
  for (const std::string& symbol : undefined.symbols)
    if (shown++ < 10) message += "\n  " + llvm::demangle(symbol);
  if (shown > 10) message += fmt::format("\n  and {} more", shown - 10);
  if (const std::string failed = left_out(built, "does not compile"); !failed.empty())
    return {ErrorKind::kSubject, message + failed + "\n  next step: build the project with its own build system first"};
  message +=
      "\n  next step: name the libraries that define them with --link NAME (or --link /path/lib.a); if they are "
      "the project's own, their sources are missing in the compilation database";
  if (const std::string programs = left_out(built, "defines main"); !programs.empty())
    message += ", or were left out:" + programs;
  if (const std::string users = left_out(built, "tests and examples"); !users.empty())
    message += "\n  beside others:" + users;
  for (const auto& [name, symbols] : libraries_defining(undefined.symbols))
    message += fmt::format("\n  lib{}.so of this machine defines {} of {}: --link {}", name, symbols,
                           undefined.symbols.size(), name);
  return {ErrorKind::kSubject, message};
}

}  // namespace

Expected<void> link_worker(ApiReading& reading, const BuiltSubject& built, const SubjectOptions& options,
                           const std::string& roots, const fs::path& folder, LinkProblem& problem) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  std::vector<std::string> extra{"-O1", kMacrosAsUnoptimised, "-gline-tables-only", "-fno-omit-frame-pointer"};
  for (std::string& flag : flags_of_search(options.sanitizers)) extra.push_back(std::move(flag));
  const fs::path standard = precompiled({.kind = "standard headers",
                                         .text = standard_head(),
                                         .compiler = tools->cxx_compiler,
                                         .flags = reading.flags,
                                         .more = extra},
                                        options);
  extra.push_back("-fpass-plugin=" + tools->pass.string());
  // All of the runtime where it wraps calls: that something refers to them takes nothing out of an archive.
  std::vector<fs::path> whole;
  if (options.sanitizers.address) whole.push_back(tools->runtime);
  Linker linker(*tools, built, options, std::move(whole));
  BridgeFiles form = BridgeFiles::kOneIfSmall;
  for (int round = 0; round < 4;) {
    auto objects = build_bridge(reading, extra, roots, folder, options, standard, form);
    if (!objects) return std::unexpected(objects.error());
    const auto words = linker.link(*objects, folder / "worker", {});
    if (!words) return std::unexpected(words.error());
    if (words->empty()) return {};
    // Of several files the linker can name the part that lacks something.
    if (std::exchange(form, BridgeFiles::kSeveral) == BridgeFiles::kOneIfSmall && objects->size() == 1) continue;
    const Undefined undefined = undefined_symbols(*words);
    // What is compiled stays as it is then.
    if (const auto libraries = learn_needed_libraries(undefined.symbols, built, options); !libraries.empty()) {
      linker.add_libraries(libraries);
      std::ranges::transform(libraries, std::back_inserter(reading.notes), note_of_needed);
      continue;
    }
    const bool is_not_needed = is_type_information_alone(undefined);
    const std::vector<CallableId> callers = callers_of(undefined, reading.api);
    if (is_not_needed || (callers.empty() && undefined.types.empty()) || ++round == 4) {
      // Only inline functions that no thunk names miss something (a class declared but not part of the library).
      if (!is_not_needed && (undefined.beyond_thunks || undefined.symbols.empty())) {
        problem = {.undefined = undefined.symbols,
                   .variants = variants_in(*words, built.units, options.files_in_report)};
        return std::unexpected(link_error(*words, undefined, built));
      }
      const auto left = linker.link(*objects, folder / "worker", undefined.symbols);
      if (!left) return std::unexpected(left.error());
      if (!left->empty()) return std::unexpected(link_error(*left, undefined, built));
      return {};
    }
    constexpr const char* kWhy = "declared, but not defined in the project";
    drop_callables(reading, callers, kWhy);
    drop_objects(reading, undefined.types, kWhy);
    // That saves compiling the bridge without them.
    if (!are_all_callers_known(undefined, reading.api)) continue;
    const auto left = linker.link(*objects, folder / "worker", undefined.symbols);
    if (!left) return std::unexpected(left.error());
    if (left->empty()) return {};
  }
  return subject_error("the project does not link");
}

namespace {

/// `built`, and of `instrumented` what is not in it.
BuiltSubject with_the_rest(const BuiltSubject& built, const BuiltSubject& instrumented) {
  BuiltSubject all = built;
  std::set<std::pair<fs::path, std::vector<std::string>>> there;
  for (const BuiltUnit& unit : built.units) there.emplace(unit.command.file, unit.command.arguments);
  for (const BuiltUnit& unit : instrumented.units)
    if (!there.contains({unit.command.file, unit.command.arguments})) all.units.push_back(unit);
  return all;
}

}  // namespace

Expected<fs::path> link_concolic_worker(const BuiltSubject& built, const BuiltSubject& instrumented,
                                        const std::vector<std::string>& includer_flags, const SubjectOptions& options,
                                        const std::string& roots, const fs::path& folder) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  SubjectOptions concolic = options;
  concolic.sanitizers.address = concolic.sanitizers.returned_stack = false;
  std::vector<std::string> flags{tools->cxx_compiler};
  flags.insert(flags.end(), includer_flags.begin(), includer_flags.end());
  flags.insert(flags.end(),
               {"-w", kNoWarningsAsErrors, "-I" + tools->include.string(), "-O1", kMacrosAsUnoptimised,
                "-gline-tables-only", "-fno-omit-frame-pointer", "-fpass-plugin=" + tools->concolic_pass.string(),
                "-emit-llvm", "-include", tools->whole_templates.string(), "-include", (folder / "head.h").string()});
  for (std::string& flag : flags_of_search(concolic.sanitizers)) flags.push_back(std::move(flag));
  auto objects = rebuild_bridge(flags, roots, folder, folder / "concolic", BridgeForm::kHastyCode, options);
  if (!objects) return std::unexpected(objects.error());
  const BuiltSubject all = with_the_rest(built, instrumented);
  const Linker linker(*tools, all, concolic, {tools->concolic_runtime});
  fs::path worker = folder / "concolic" / "worker";
  std::set<std::string> absent;
  for (int round = 0; round < 2; ++round) {
    const auto words = linker.link(*objects, worker, absent);
    if (!words) return std::unexpected(words.error());
    if (words->empty()) return worker;
    // As in link_worker(): what no thunk refers to is never called.
    absent = undefined_symbols(*words).symbols;
    if (absent.empty() || round == 1) return std::unexpected(link_error(*words, undefined_symbols(*words), all));
  }
  return subject_error("the subject does not link");
}

}  // namespace reenact
