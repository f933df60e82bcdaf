#include "build/needed_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/files.h"
#include "base/text.h"
#include "build/absent_sources.h"
#include "build/assertions.h"
#include "build/cache.h"
#include "build/consumers.h"
#include "build/link_libraries.h"
#include "build/project_folder.h"
#include "build/stand_ins.h"
#include "build/symbols.h"
#include "crash/match.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVariant = "variant ";  // in front of a file that is left out
constexpr std::string_view kAbsent = "absent ";    // in front of one that is added
constexpr std::string_view kHeadersAlone = "headers alone";

fs::path memory_of(const SubjectOptions& options) {
  std::error_code ignored;
  const std::string folder = fs::weakly_canonical(options.build_dir, ignored).string();
  return options.cache_dir / "needed" / hex(hash_of(folder));
}

std::set<fs::path> remembered(const SubjectOptions& options) {
  std::set<fs::path> result;
  std::istringstream lines(read_file(memory_of(options)).value_or(""));
  for (std::string line; std::getline(lines, line);) result.insert(line);
  return result;
}

std::set<std::string> plain_names(const std::set<std::string>& symbols) {
  std::set<std::string> result;
  for (const std::string& symbol : symbols) result.insert(plain_name(symbol));
  return result;
}

Expected<void> remember(const std::set<fs::path>& units, const SubjectOptions& options) {
  std::string lines;
  for (const fs::path& file : units) lines += file.string() + "\n";
  if (auto made = make_folder(memory_of(options).parent_path()); !made) return made;
  return write_file(memory_of(options), lines);
}

std::size_t mentioned_in(const fs::path& file, const std::set<std::string>& names) {
  const std::string text = read_file(file).value_or("");
  return static_cast<std::size_t>(std::ranges::count_if(
      names, [&](const std::string& name) { return find_word(text, unqualified(name)) != std::string::npos; }));
}

/// Of `commands`, units that were left out, are not `known`, and mention one of the names, or else a few others: a macro of the library may define it
/// (`INITIALIZE_LOGGING`, `UTEST_STATE()`). To be compiled with another name for `main`.
Expected<std::vector<CompileCommand>> left_out(const std::vector<CompileCommand>& commands,
                                               const std::set<std::string>& names, const std::set<fs::path>& known,
                                               const SubjectOptions& options) {
  const auto built = build_units(commands, Flavour::kInstrumented, options);
  if (!built) return std::unexpected(built.error());
  constexpr std::size_t kMostOthers = 4;
  std::vector<CompileCommand> mention, others;
  for (CompileCommand command : commands) {
    const bool is_there =
        std::ranges::any_of(built->units, [&](const BuiltUnit& unit) { return unit.command.file == command.file; });
    if (is_there || known.contains(command.file)) continue;
    command.stands_for_library = true;
    if (mentioned_in(command.file, names) > 0)
      mention.push_back(std::move(command));
    else if (others.size() < kMostOthers)
      others.push_back(std::move(command));
  }
  return mention.empty() ? others : mention;
}

/// Those of `units` that define one of `names`.
Expected<std::set<fs::path>> units_defining(const std::set<std::string>& names,
                                            const std::vector<CompileCommand>& units, const SubjectOptions& options) {
  std::set<fs::path> result;
  if (units.empty()) return result;
  const auto built = build_units(units, Flavour::kInstrumented, options);
  // None of them compiles.
  if (!built && built.error().kind == ErrorKind::kSubject) return result;
  if (!built) return std::unexpected(built.error());
  std::vector<fs::path> objects;
  for (const BuiltUnit& unit : built->units) objects.push_back(unit.object);
  const auto symbols = symbols_of(objects);
  if (!symbols) return std::unexpected(symbols.error());
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (std::ranges::any_of((*symbols)[i].defined,
                            [&](const std::string& each) { return names.contains(plain_name(each)); }))
      result.insert(built->units[i].command.file);
  return result;
}

/// Is there nothing in the database but tests and examples, none of them reported?
bool are_all_consumers(const std::vector<CompileCommand>& commands, const SubjectOptions& options) {
  const fs::path project = project_folder(commands);
  return !project.empty() && std::ranges::all_of(commands, [&](const CompileCommand& command) {
    return is_among_consumers(command, project) && !is_reported(command.file, options);
  });
}

}  // namespace

bool are_headers_alone(const SubjectOptions& options) { return remembered(options).contains(kHeadersAlone); }

namespace {

std::vector<fs::path> remembered_as(std::string_view mark, const SubjectOptions& options) {
  std::vector<fs::path> result;
  for (const fs::path& each : remembered(options))
    if (each.string().starts_with(mark)) result.emplace_back(each.string().substr(mark.size()));
  return result;
}

}  // namespace

std::vector<fs::path> variants_left_out(const SubjectOptions& options) { return remembered_as(kVariant, options); }

std::vector<fs::path> absent_units(const SubjectOptions& options) { return remembered_as(kAbsent, options); }

std::vector<std::string> needed_libraries(const SubjectOptions& options) {
  std::vector<std::string> result;
  for (const fs::path& each : remembered(options))
    if (each.string().starts_with("-l")) result.push_back(each.string());
  return result;
}

void choose_units(std::vector<CompileCommand>& commands, const SubjectOptions& options) {
  const std::set<fs::path> needed = remembered(options);
  std::erase_if(commands, [&](const CompileCommand& command) {
    return needed.contains(std::string(kVariant) + command.file.string());
  });
  for (CompileCommand& command : commands)
    command.stands_for_library = command.stands_for_library || needed.contains(command.file);
  for (const fs::path& file : absent_units(options))
    if (auto command = compiled_as_neighbours(file, commands); command && is_there(file))
      commands.push_back(std::move(*command));
}

Expected<bool> learn_needed_units(const LinkProblem& problem, const SubjectOptions& options) {
  const FileLock lock(lock_of(options, Flavour::kInstrumented), options.interrupted);
  std::set<fs::path> needed = remembered(options);
  const std::size_t before = needed.size();
  auto commands = subject_commands(options);
  if (!commands) return std::unexpected(commands.error());
  if (!needed.contains(kHeadersAlone) && are_all_consumers(*commands, options)) {
    if (const auto noted = remember({kHeadersAlone}, options); !noted) return std::unexpected(noted.error());
    return true;
  }
  if (problem.is_unread) return false;
  if (!problem.variants.empty()) {
    for (const fs::path& variant : problem.variants) needed.insert(std::string(kVariant) + variant.string());
    if (const auto noted = remember(needed, options); !noted) return std::unexpected(noted.error());
    return needed.size() > before;
  }
  const std::set<std::string> names = plain_names(problem.undefined);
  const auto candidates = left_out(*commands, names, needed, options);
  if (!candidates) return std::unexpected(candidates.error());
  const auto units = units_defining(names, *candidates, options);
  if (!units) return std::unexpected(units.error());
  needed.insert(units->begin(), units->end());
  if (needed.size() == before) {
    std::set<std::string> unscoped;
    for (const std::string& name : names) unscoped.emplace(unqualified(name));
    const auto absent = units_defining(names, absent_sources(*commands, unscoped), options);
    if (!absent) return std::unexpected(absent.error());
    for (const fs::path& file : *absent) needed.insert(std::string(kAbsent) + file.string());
  }
  if (needed.size() == before) return false;
  if (const auto noted = remember(needed, options); !noted) return std::unexpected(noted.error());
  return true;
}

std::vector<std::string> learn_needed_libraries(const std::set<std::string>& undefined, const BuiltSubject& built,
                                                const SubjectOptions& options) {
  if (undefined.empty()) return {};
  const auto commands = subject_commands(options);
  if (!commands) return {};
  const std::set<std::string> names = plain_names(undefined);
  for (const CompileCommand& command : *commands) {
    const bool is_there =
        std::ranges::any_of(built.units, [&](const BuiltUnit& unit) { return unit.command.file == command.file; });
    // A program may call a few of a library's functions; what defines them for others mentions most.
    if (!is_there && 2 * mentioned_in(command.file, names) > names.size()) return {};
  }
  std::vector<std::string> result = libraries_with_all_of(undefined);
  std::set<fs::path> needed = remembered(options);
  const std::size_t before = needed.size();
  needed.insert(result.begin(), result.end());
  if (needed.size() == before || !remember(needed, options)) return {};
  return result;
}

std::string note_of_needed(const std::string& library) {
  return fmt::format("linked with {}: it defines what the project lacks, and no file of the build names it", library);
}

std::set<std::string> undefined_in(std::string_view linkers_words) {
  constexpr std::string_view kSign = "undefined symbol: ";
  std::set<std::string> result;
  for (auto at = linkers_words.find(kSign); at != std::string_view::npos; at = linkers_words.find(kSign, at)) {
    at += kSign.size();
    result.emplace(linkers_words.substr(at, linkers_words.find('\n', at) - at));
  }
  return result;
}

std::set<fs::path> variants_in(std::string_view linkers_words, const std::vector<BuiltUnit>& units,
                               const std::vector<std::string>& files_in_report) {
  const auto unit_in = [&](const std::string& line) {
    return std::ranges::find_if(units, [&](const BuiltUnit& unit) { return line.contains(unit.object.string()); });
  };
  const auto is_reported = [&](const fs::path& file) {
    return std::ranges::find(files_in_report, file.filename().string()) != files_in_report.end();
  };
  std::set<fs::path> result;
  std::istringstream lines{std::string(linkers_words)};
  auto first = units.end();
  bool is_duplicate = false;
  // error: duplicate symbol: f / >>> defined at a.c:3 / >>> a.o:(f) / >>> defined at a.c:3 / >>> b.o:(f)
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(">>>")) {
      is_duplicate = line.contains("duplicate symbol: ");
      first = units.end();
    }
    const auto unit = is_duplicate ? unit_in(line) : units.end();
    if (unit == units.end()) continue;
    if (first == units.end()) {
      first = unit;
    } else if (first->command.file != unit->command.file) {
      const bool drops_first = is_reported(unit->command.file) && !is_reported(first->command.file);
      result.insert(drops_first ? first->command.file : unit->command.file);
    }
  }
  return result;
}

}  // namespace reenact
