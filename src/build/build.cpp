#include "build/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "abi/model_keys.h"
#include "base/files.h"
#include "base/parallel.h"
#include "base/process.h"
#include "build/cache.h"
#include "build/cache_entry.h"
#include "build/code_generation.h"
#include "build/compilers.h"
#include "build/consumers.h"
#include "build/dependencies.h"
#include "build/flags.h"
#include "build/needed_units.h"
#include "build/project_folder.h"
#include "build/stand_ins.h"
#include "build/standard_headers.h"
#include "build/symbols.h"
#include "build/toolchain.h"
#include "contain/compilers.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Folders whose functions are instrumented: where the sources are, the folder of the project, from which tests may include a header by
/// "../", and the include folders that are not the system's; as written and with symbolic links resolved, because debug information may hold either.
std::string roots_of(const std::vector<CompileCommand>& commands) {
  std::set<std::string> roots;
  const auto add = [&](const fs::path& folder, bool is_source) {
    std::error_code error;
    for (const fs::path& form : {folder.lexically_normal(), fs::weakly_canonical(folder, error)}) {
      std::string text = form.string();
      if (text.size() > 1 && text.ends_with('/')) text.pop_back();
      if (!text.empty() && (is_source || !is_system_folder(text))) roots.insert(std::move(text));
    }
  };
  add(project_folder(commands), false);
  for (const CompileCommand& command : commands) {
    const auto& words = command.arguments;
    add(command.file.parent_path(), true);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool has_next = i + 1 < words.size();
      if (words[i] == "-I" || words[i] == "-isystem" || words[i] == "-iquote") {
        if (has_next) add(command.directory / words[i + 1], false);
      } else if (words[i].starts_with("-I")) {
        add(command.directory / words[i].substr(2), false);
      }
    }
  }
  std::string result;
  for (const std::string& root : roots) result += (result.empty() ? "" : ":") + root;
  return result;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < count && end != std::string::npos; ++i) end = text.find('\n', end == 0 ? 0 : end + 1);
  return end == std::string::npos ? text : text.substr(0, end);
}

constexpr std::string_view kAssembler = "assembler";

/// Why a unit is none that can be searched; empty: it is one.
std::string_view other_language(const CompileCommand& command) {
  static const std::map<std::string, std::string_view> by_extension = {
      {".m", "Objective-C"},     {".mm", "Objective-C++"}, {".M", "Objective-C++"},  {".cu", "CUDA"},
      {".s", kAssembler},        {".S", kAssembler},       {".sx", kAssembler},      {".asm", "NASM or the like"},
      {".cppm", "a C++ module"}, {".ixx", "a C++ module"}, {".mpp", "a C++ module"}, {".ccm", "a C++ module"}};
  static const std::map<std::string, std::string_view> by_option = {{"objective-c", "Objective-C"},
                                                                    {"objective-c++", "Objective-C++"},
                                                                    {"cuda", "CUDA"},
                                                                    {"hip", "HIP"},
                                                                    {"assembler", kAssembler},
                                                                    {"assembler-with-cpp", kAssembler},
                                                                    {"c++-module", "a C++ module"},
                                                                    {"c", ""},
                                                                    {"c++", ""}};
  const auto& words = command.arguments;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool is_joined = words[i].starts_with("-x") && words[i].size() > 2;
    const std::string language = is_joined                                  ? words[i].substr(2)
                                 : words[i] == "-x" && i + 1 < words.size() ? words[i + 1]
                                                                            : "";
    if (const auto known = by_option.find(language); known != by_option.end()) return known->second;
  }
  const auto known = by_extension.find(command.file.extension().string());
  return known == by_extension.end() ? std::string_view() : known->second;
}

/// The compiler was ended, or had no room: nothing that is known of the source.
bool is_of_the_machine(const ProcessResult& result) {
  constexpr int kKilled = 128, kNotContained = 125;
  if (result.exit_status >= kKilled || result.exit_status == kNotContained || result.timed_out) return true;
  for (const char* words : {"No space left on device", "Disk quota exceeded", "Cannot allocate memory", "out of memory",
                            "due to signal", "unable to execute command", "Killed signal", "contain: ended", "bwrap: "})
    if (result.err.contains(words)) return true;
  return false;
}

/// What a unit is made of, where that is below /tmp.
std::vector<fs::path> readable_of(const CompileCommand& command) {
  std::vector<fs::path> result = paths_in(command.arguments);
  result.insert(result.end(), {command.directory, command.file});
  return result;
}

std::string_view what_is_built(Flavour flavour) {
  switch (flavour) {
    case Flavour::kClean:
      return "building clean";
    case Flavour::kBitcode:
      return "building bitcode";
    case Flavour::kConcolic:
      return "building for concolic runs";
    default:
      return "building";
  }
}

std::string_view file_name(Flavour flavour) {
  switch (flavour) {
    case Flavour::kClean:
      return "clean";
    case Flavour::kBitcode:
      return "bitcode";
    case Flavour::kConcolic:
      return "concolic";
    default:
      return "instrumented";
  }
}

constexpr const char* kBitcodeName = "unit.bc";
constexpr const char* kLateName = "late_templates";
constexpr const char* kMainName = "has_main";

class Builder {
 public:
  Builder(Flavour flavour, const SubjectOptions& options, Toolchain tools, std::string roots)
      : flavour_(flavour), options_(options), tools_(std::move(tools)), roots_(std::move(roots)), standard_(options) {
    if (flavour != Flavour::kClean) pass_hash_ = hash_of_file(pass()).value_or(0);
  }

  struct Outcome {
    BuiltUnit unit;
    std::string failure;  // the compiler's words; empty if built
    bool has_main = false;
    std::string_view language;  // that is not searched; empty: C or C++
  };

  /// Before any is built, of all that will be.
  void expect(const CompileCommand& command) {
    if (may_be_behind_standard_headers(command)) standard_.expect(command_line(command));
  }

  Outcome build(const CompileCommand& command) {
    const std::string_view language = other_language(command);
    const bool is_linked = language == kAssembler && flavour_ != Flavour::kBitcode;
    if (!language.empty() && !is_linked) return {.unit = {.command = command}, .failure = {}, .language = language};
    const std::vector<std::string> line = command_line(command);
    std::string key_text =
        command.directory.string() + "\n" + command.file.string() + key_of_command(line, command.directory);
    if (flavour_ == Flavour::kInstrumented || flavour_ == Flavour::kConcolic)
      key_text += fmt::format("\n{}\n{}", pass_hash_, roots_);
    const fs::path folder = options_.cache_dir / kUnitsFolder / hex(hash_of(key_text));
    const CacheEntry entry(options_.cache_dir, folder, {file_name(flavour_), options_.build_dir}, options_.interrupted);
    Outcome outcome;
    outcome.unit = {command, folder / object_name(), line.front(), folder / "unit.model", {}};
    auto inputs = Inputs::load(folder / "inputs");
    const bool fresh = inputs && inputs->fresh();
    // A failure is remembered too, as long as nothing it was made from changes.
    if (auto failure = read_file(folder / "failure"); fresh && failure) {
      outcome.failure = *failure;
      return outcome;
    }
    if (!fresh || !is_there(outcome.unit.object)) {
      if (!compile(line, command, folder, outcome)) return outcome;
      inputs = Inputs::load(folder / "inputs");
    }
    for (const fs::path& file : inputs->files())
      if (file != command.file) outcome.unit.headers.push_back(file);
    outcome.has_main = is_there(folder / kMainName) || is_there(program_mark(outcome.unit));
    outcome.unit.command.has_late_templates = is_there(folder / kLateName);
    return outcome;
  }

 private:
  [[nodiscard]] const fs::path& pass() const {
    return flavour_ == Flavour::kConcolic ? tools_.concolic_pass : tools_.pass;
  }

  /// What UBSan adds are branches: with them blocks have the numbers of the instrumented build.
  [[nodiscard]] Sanitizers sanitizers() const {
    Sanitizers result = options_.sanitizers;
    if (flavour_ == Flavour::kConcolic) result.address = result.returned_stack = false;
    return result;
  }

  /// What the project's own compiler builds reads what the project's own build does. Bitcode begins with another header.
  [[nodiscard]] bool may_be_behind_standard_headers(const CompileCommand& command) const {
    const bool is_ours =
        flavour_ == Flavour::kInstrumented || (flavour_ == Flavour::kClean && options_.sanitizers.any());
    return is_ours && !command.is_c && other_language(command).empty();
  }

  std::vector<std::string> command_line(const CompileCommand& command) const {
    std::vector<std::string> line{compiler_of(command, flavour_, options_.sanitizers, tools_)};
    const bool clean = flavour_ == Flavour::kClean;
    for (std::string& flag : project_flags(command, clean)) line.push_back(std::move(flag));
    // As it stands: others call it.
    if (other_language(command) == kAssembler) {
      line.insert(line.end(), {"-x", command.file.extension() == ".s" ? "assembler" : "assembler-with-cpp", "-w"});
      return line;
    }
    line.insert(line.end(), {"-x", command.is_c ? "c" : "c++"});
    line.insert(line.end(), {"-w", kNoWarningsAsErrors});
    std::vector<std::string> searched = {"-O1", "-fno-omit-frame-pointer", "-Wno-error"};
    for (std::string& flag : flags_as_unoptimised(options_.sanitizers)) searched.push_back(std::move(flag));
    if (!clean && !is_optimised(command)) line.emplace_back(kMacrosAsUnoptimised);
    switch (flavour_) {
      case Flavour::kClean:
        // A call in a function's end leaves its frame: the report may be of a build that did not optimise there.
        line.insert(line.end(), {"-g", "-fno-optimize-sibling-calls"});
        if (!options_.optimised) line.emplace_back("-O0");
        break;
      case Flavour::kInstrumented:
        line.insert(line.end(), searched.begin(), searched.end());
        line.insert(line.end(), {"-gline-tables-only", "-fpass-plugin=" + pass().string()});
        break;
      case Flavour::kConcolic:
        line.insert(line.end(), searched.begin(), searched.end());
        line.insert(line.end(), {"-gline-tables-only", "-fpass-plugin=" + pass().string(), "-emit-llvm"});
        if (!command.is_c) line.insert(line.end(), {"-include", tools_.whole_templates.string()});
        break;
      case Flavour::kBitcode:
        line.insert(line.end(), searched.begin(), searched.end());
        line.insert(line.end(), {"-g", "-fstandalone-debug", "-emit-llvm", "-Xclang", "-disable-llvm-passes"});
        // The macro on the command line does nothing: the header defines it.
        if (!command.is_c) line.insert(line.end(), {"-include", tools_.whole_templates.string()});
        break;
    }
    for (std::string& flag : sanitizer_flags(sanitizers(), !clean)) line.push_back(std::move(flag));
    if (command.stands_for_library) line.emplace_back(kRenamesMain);
    return line;
  }

  [[nodiscard]] const char* object_name() const { return flavour_ == Flavour::kBitcode ? kBitcodeName : "unit.o"; }

  bool compile(const std::vector<std::string>& line, const CompileCommand& command, const fs::path& folder,
               Outcome& outcome) {
    if (const auto made = make_folder(folder); !made) return fail(made.error(), outcome);
    empty_entry(folder);
    const auto started = fs::file_time_type::clock::now();
    std::vector<std::string> tried = line;
    auto behind = compiled_behind_standard_headers(line, command, folder);
    Expected<ProcessResult> result = behind ? std::move(*behind) : compile_once(tried, command, folder);
    // Options of another compiler, or of another version: what clang does not know cannot matter to it.
    for (int round = 0; round < 3 && result && result->exit_status != 0 && drop_unknown_options(tried, result->err);
         ++round)
      result = compile_once(tried, command, folder);
    if (result && result->exit_status != 0 && !command.is_c && is_our_compiler(line.front())) {
      tried.emplace_back(kLateTemplates);
      auto late = compile_once(tried, command, folder);
      if (late && late->exit_status == 0 && write_file(folder / kLateName, "")) result = std::move(late);
    }
    if (!result) return fail(result.error(), outcome);
    const std::vector<fs::path> inputs = inputs_of(command, folder);
    if (result->exit_status != 0) {
      outcome.failure = first_lines(result->err, 20);
      while (outcome.failure.ends_with('\n')) outcome.failure.pop_back();
      if (outcome.failure.empty())
        outcome.failure = fmt::format("{} says nothing, and ends with status {}", tried.front(), result->exit_status);
      // Without a list of dependencies a header is missing: it may be there the next time.
      if (!is_of_the_machine(*result) && is_there(folder / "deps") && write_file(folder / "failure", outcome.failure))
        (void)Inputs::of(inputs, started).save(folder / "inputs");
      return false;
    }
    Expected<void> kept;
    if (flavour_ == Flavour::kClean || (flavour_ == Flavour::kInstrumented && !is_there(outcome.unit.model)))
      kept = note_main(folder, outcome.unit.object);
    if (kept) kept = Inputs::of(inputs, started).save(folder / "inputs");
    return kept ? true : fail(kept.error(), outcome);
  }

  /// nullopt: it has to be compiled without them. A unit may define what a header declares, or look behind `#define private public`.
  std::optional<Expected<ProcessResult>> compiled_behind_standard_headers(const std::vector<std::string>& line,
                                                                          const CompileCommand& command,
                                                                          const fs::path& folder) {
    if (!may_be_behind_standard_headers(command)) return std::nullopt;
    const fs::path standard = standard_.in_front_of(line);
    if (standard.empty()) return std::nullopt;
    auto result = compile_once(line, command, folder, standard);
    const bool is_good = result && result->exit_status == 0 && standard_.suit(inputs_of(command, folder));
    if (!is_good) empty_entry(folder);
    return is_good ? std::optional(std::move(result)) : std::nullopt;
  }

  /// What the last compilation read, the unit itself first; of precompiled headers those that they are made of.
  [[nodiscard]] std::vector<fs::path> inputs_of(const CompileCommand& command, const fs::path& folder) const {
    std::vector<fs::path> result{command.file};
    const std::string of_the_cache = (options_.cache_dir / kUnitsFolder).string() + "/";
    for (const fs::path& file : read_dependencies(folder / "deps"))
      if (fs::path path = (command.directory / file).lexically_normal();
          path != command.file && !path.string().starts_with(of_the_cache))
        result.push_back(std::move(path));
    return result;
  }

  [[nodiscard]] bool is_our_compiler(const std::string& program) const { return program == tools_.cxx_compiler; }

  static bool fail(const Error& error, Outcome& outcome) {
    outcome.failure = error.message;
    return false;
  }

  /// `standard`: of StandardHeaders, or empty.
  Expected<ProcessResult> compile_once(const std::vector<std::string>& line, const CompileCommand& command,
                                       const fs::path& folder, const fs::path& standard = {}) const {
    std::error_code ignored;
    fs::remove(folder / "deps", ignored);
    std::vector<std::string> full = line;
    const bool is_bitcode = flavour_ == Flavour::kConcolic && other_language(command).empty();
    const fs::path made = folder / (is_bitcode ? kBitcodeName : object_name());
    full.insert(full.end(),
                {"-c", command.file.string(), "-o", made.string(), "-MD", "-MF", (folder / "deps").string()});
    ProcessOptions process;
    process.directory = is_there(command.directory) ? command.directory : fs::path("/");
    // PWD: debug information then names the folder as the database does, not with symbolic links resolved.
    process.environment = {"REENACT_ROOTS=" + roots_, "REENACT_MODEL_OUT=" + (folder / "unit.model").string(),
                           "PWD=" + process.directory.string(), "TMPDIR=" + folder.string(), "HOME=" + folder.string()};
    if (flavour_ == Flavour::kInstrumented) process.environment.emplace_back("REENACT_LEAVE_OUT_PROGRAMS=1");
    process.interrupted = options_.interrupted;
    std::vector<fs::path> readable = readable_of(command);
    if (!standard.empty()) {
      full.insert(full.end(), {"-include-pch", standard.string()});
      readable.push_back(standard.parent_path());
    }
    auto result = run_compiler(options_.compilers, folder, std::move(readable), full, process);
    if (!is_bitcode || !result || result->exit_status != 0) return result;
    return generate_code(full.front(), made, folder / object_name(), folder, options_);
  }

  /// What the pass leaves beside the model of a unit that defines main.
  static fs::path program_mark(const BuiltUnit& unit) { return unit.model.string() + model_file::kProgramSuffix; }

  /// Where the pass was not there. To start a program for each unit would cost more than to look for the name first.
  static Expected<void> note_main(const fs::path& folder, const fs::path& object) {
    using std::string_view_literals::operator""sv;
    if (!read_file(object).value_or("").contains("main\0"sv)) return {};
    const auto symbols = symbols_of({object});
    if (symbols && std::ranges::count(symbols->front().defined, "main") > 0) return write_file(folder / kMainName, "");
    return {};
  }

  Flavour flavour_;
  const SubjectOptions& options_;
  Toolchain tools_;
  std::string roots_;
  StandardHeaders standard_;
  std::uint64_t pass_hash_ = 0;
};

/// Does it lack a header in the report that the program has?
bool lacks_reported(const Builder::Outcome& stand_in, const Builder::Outcome& program, const SubjectOptions& options) {
  const std::vector<fs::path>& there = stand_in.unit.headers;
  return std::ranges::any_of(program.unit.headers, [&](const fs::path& each) {
    return is_reported(each, options) && std::ranges::find(there, each) == there.end();
  });
}

/// Of programs, the one that has most of the report's headers, and of these the one that has most of the project's: where a library is
/// of headers alone, its examples and tests are all that is compiled. npos: none has such headers.
std::size_t most_of_library(const std::vector<Builder::Outcome>& outcomes, const SubjectOptions& options) {
  std::size_t best = std::string::npos;
  std::pair<std::size_t, std::size_t> most{0, 0};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].has_main) continue;
    const std::vector<fs::path>& headers = outcomes[i].unit.headers;
    const auto reported =
        std::ranges::count_if(headers, [&](const fs::path& each) { return is_reported(each, options); });
    const auto own = std::ranges::count_if(
        headers, [](const fs::path& each) { return !is_system_folder(each.parent_path().string()); });
    const std::pair count{static_cast<std::size_t>(reported), static_cast<std::size_t>(own)};
    if (own == 0 || (reported == 0 && !options.files_in_report.empty()) || count <= most) continue;
    most = count;
    best = i;
  }
  return best;
}

}  // namespace

std::string instrumented_roots(const std::vector<CompileCommand>& commands) { return roots_of(commands); }

namespace {

/// The commands but those of most consumers; says so in `notes`. Other flavours are made of what is left of this one.
std::vector<CompileCommand> without_most_consumers(const std::vector<CompileCommand>& all,
                                                   const SubjectOptions& options, std::vector<std::string>& notes) {
  const std::vector<bool> left_out = consumers_left_out(all, options.functions_in_report, options.files_in_report);
  std::vector<CompileCommand> result;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!left_out[i] || all[i].stands_for_library) result.push_back(all[i]);
  if (result.size() < all.size())
    notes.push_back(
        fmt::format("left out (tests and examples): {} of {} units; {} more of them show how the library is used",
                    all.size() - result.size(), all.size(), kMostConsumers));
  return result;
}

}  // namespace

Expected<BuiltSubject> build_units(const std::vector<CompileCommand>& all, Flavour flavour,
                                   const SubjectOptions& options) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  BuiltSubject subject;
  const bool is_of_database = flavour == Flavour::kInstrumented || flavour == Flavour::kClean;
  const bool are_programs = is_of_database && are_headers_alone(options);
  const std::vector<CompileCommand> commands =
      is_of_database ? without_most_consumers(all, options, subject.notes) : all;
  Builder builder(flavour, options, *tools, roots_of(all));
  for (const CompileCommand& command : commands) builder.expect(command);
  std::vector<Builder::Outcome> outcomes(commands.size());
  std::size_t done = 0;
  std::mutex progress;
  in_parallel(commands.size(), options.jobs, [&](std::size_t i) {
    if (options.interrupted != nullptr && options.interrupted->load()) return;
    outcomes[i] = builder.build(commands[i]);
    const std::lock_guard lock(progress);
    ++done;
    if (options.progress) options.progress(what_is_built(flavour), done, commands.size());
  });
  if (options.interrupted != nullptr && options.interrupted->load()) return interrupted_error();
  std::string first_failure;
  for (Builder::Outcome& outcome : outcomes) {
    const std::string file = outcome.unit.command.file.string();
    if (!outcome.language.empty()) {
      subject.notes.push_back(fmt::format("left out ({} is not searched): {}", outcome.language, file));
    } else if (!outcome.failure.empty()) {
      if (first_failure.empty()) first_failure = fmt::format("{} does not compile:\n{}", file, outcome.failure);
      subject.notes.push_back(fmt::format("left out (does not compile): {}\n{}", file, outcome.failure));
    } else if (outcome.has_main || are_programs) {
      subject.notes.push_back(
          fmt::format("left out ({}): {}", outcome.has_main ? "defines main" : "only uses the library", file));
      outcome.has_main = true;
      subject.models_of_programs.push_back(std::move(outcome.unit.model));
    } else {
      if (outcome.unit.command.stands_for_library)
        subject.notes.push_back(
            fmt::format("others do not link without it, so its main is called something else: {}", file));
      subject.units.push_back(std::move(outcome.unit));
    }
  }
  const std::size_t program = subject.units.empty() ? most_of_library(outcomes, options) : std::string::npos;
  if (program != std::string::npos) {
    CompileCommand whole = commands[program];
    whole.stands_for_library = true;
    std::vector<CompileCommand> tried = units_of_directives(commands[program], options);
    tried.push_back(whole);
    for (const CompileCommand& command : tried) {
      Builder::Outcome outcome = builder.build(command);
      if (!outcome.failure.empty() || lacks_reported(outcome, outcomes[program], options)) continue;
      subject.notes.push_back(fmt::format(
          "{}: the headers of {} are the library",
          are_programs ? "every unit is a test or an example" : "every unit defines main", whole.file.string()));
      subject.units.push_back(std::move(outcome.unit));
      subject.is_of_headers = true;
      break;
    }
  }
  if (subject.units.empty())
    for (const CompileCommand& headers : units_of_headers(commands, options)) {
      Builder::Outcome outcome = builder.build(headers);
      if (!outcome.failure.empty()) {
        if (first_failure.empty())
          first_failure = fmt::format("what the report shows does not compile by itself:\n{}", outcome.failure);
        continue;
      }
      subject.notes.emplace_back("no unit can be used: the headers that the report shows are the library");
      subject.units.push_back(std::move(outcome.unit));
      subject.is_of_headers = true;
      break;
    }
  if (subject.units.empty())
    return subject_error(first_failure.empty()
                             ? "every unit of the compilation database defines main, or is in another language than C "
                               "and C++, and none has a header that the report shows: nothing is left to test\n  next "
                               "step: give the database of the library"
                             : first_failure +
                                   "\n  next step: build the project once with its own build system (it may generate "
                                   "what is missing); clang 19 has to accept the source, too");
  return subject;
}

std::filesystem::path lock_of(const SubjectOptions& options, Flavour flavour) {
  std::error_code ignored;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(options.build_dir, ignored);
  std::uint64_t key = hash_of(canonical.string());
  // Builds with other sanitizers have no object in common, so neither waits for the other.
  for (const std::string& flag : sanitizer_flags(options.sanitizers, flavour != Flavour::kClean))
    key = hash_of(flag, key);
  return options.cache_dir / "locks" / fmt::format("{}-{}", hex(key), file_name(flavour));
}

}  // namespace reenact
