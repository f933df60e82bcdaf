#include "build/clean_units.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/files.h"
#include "build/assertions.h"
#include "build/cache.h"
#include "build/compilers.h"
#include "build/flags.h"
#include "build/link_libraries.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> clean_flags(const CompileCommand& command, const Sanitizers& sanitizers) {
  std::vector<std::string> flags = with_absolute_paths(project_flags(command, true), command.directory);
  for (std::string& flag : sanitizer_flags(sanitizers, false)) flags.push_back(std::move(flag));
  flags.insert(flags.end(), {"-g", "-w", kNoWarningsAsErrors});
  return flags;
}

bool is_same(const CompileCommand& a, const CompileCommand& b) {
  return a.file == b.file && a.directory == b.directory && a.arguments == b.arguments;
}

/// Did the instrumented build fail for it? Not if it defines main, or is in another language.
bool has_failed(const CompileCommand& command, const BuiltSubject& instrumented) {
  const std::string start = "left out (does not compile): " + command.file.string() + "\n";
  return std::ranges::any_of(instrumented.notes, [&](const std::string& note) { return note.starts_with(start); });
}

}  // namespace

TestBuild describe_clean_build(const std::vector<CompileCommand>& commands, const SubjectOptions& options,
                               const std::vector<CompileCommand>& includers) {
  const Toolchain tools = find_toolchain().value_or(Toolchain());  // only the compilers' names are asked for
  TestBuild build;
  build.compiler = tools.cxx_compiler;
  std::vector<BuiltUnit> units;
  for (const CompileCommand& command : commands) {
    units.push_back({.command = command});
    build.sources.push_back({command.file, command.is_c, clean_flags(command, options.sanitizers),
                             command.is_stand_in ? read_file(command.file).value_or("") : std::string()});
    if (command.stands_for_library) build.sources.back().flags.emplace_back(kRenamesMain);
    const bool is_ours = compiler_of(command, Flavour::kClean, options.sanitizers, tools) == tools.cxx_compiler;
    if (command.has_late_templates && is_ours) build.sources.back().flags.emplace_back(kLateTemplates);
    // One compiler per language; where the project mixes them, ours.
    std::string& known = command.is_c ? build.c_compiler : build.cxx_compiler;
    const std::string compiler = compiler_of(command, Flavour::kClean, options.sanitizers, tools);
    if (known.empty())
      known = compiler;
    else if (known != compiler)
      known = command.is_c ? tools.c_compiler : tools.cxx_compiler;
  }
  if (build.cxx_compiler.empty()) build.cxx_compiler = build.compiler;
  for (const CompileCommand& includer : includers) units.push_back({.command = includer});
  build.compile_flags = flags_for_includer(units);
  build.compile_flags.push_back("-g");
  for (std::string& flag : sanitizer_flags(options.sanitizers, false)) {
    build.compile_flags.push_back(flag);
    build.link_flags.push_back(std::move(flag));
  }
  for (std::string& flag : library_flags(options)) build.link_flags.push_back(std::move(flag));
  build.lld_flags = flags_that_link(options.functions_in_report);
  return build;
}

Expected<CleanUnits> CleanUnits::open(const SubjectOptions& options) {
  const auto commands = subject_commands(options);
  if (!commands) return std::unexpected(commands.error());
  CleanUnits result(options);
  std::vector<fs::path> instrumented_objects;
  std::vector<std::size_t> places;
  std::vector<BuiltUnit> stand_ins;
  {
    const FileLock lock(lock_of(options, Flavour::kInstrumented), options.interrupted);
    const auto instrumented = build_units(*commands, Flavour::kInstrumented, options);
    if (!instrumented) return std::unexpected(instrumented.error());
    auto known = instrumented->units.begin();
    for (const CompileCommand& command : *commands) {
      const bool is_known = known != instrumented->units.end() && is_same(known->command, command);
      if (!is_known && !has_failed(command, *instrumented)) continue;
      result.units_.push_back({.command = is_known ? known->command : command, .is_known = is_known, .object = {}});
      if (is_known) {
        places.push_back(result.units_.size() - 1);
        instrumented_objects.push_back(known++->object);
      }
    }
    for (; known != instrumented->units.end(); ++known)
      if (known->command.is_stand_in) stand_ins.push_back(*known);
  }
  auto symbols = symbols_of(instrumented_objects);
  if (!symbols) return std::unexpected(symbols.error());
  result.symbols_.resize(result.units_.size());
  for (std::size_t i = 0; i < places.size(); ++i) result.symbols_[places[i]] = std::move((*symbols)[i]);
  for (const BuiltUnit& unit : stand_ins)
    if (const auto added = result.add_stand_in(unit); !added) return std::unexpected(added.error());
  return result;
}

Expected<void> CleanUnits::add_stand_in(const BuiltUnit& unit) {
  auto symbols = symbols_of({unit.object});
  if (!symbols) return std::unexpected(symbols.error());
  // A test has all that is inline in headers itself.
  if (symbols->front().defined.empty()) {
    includers_.push_back(unit.command);
    return {};
  }
  units_.push_back({.command = unit.command, .is_known = true, .object = {}});
  symbols_.push_back(std::move(symbols->front()));
  return {};
}

CleanUnits CleanUnits::with(const Sanitizers& sanitizers, bool optimised) const {
  CleanUnits result = *this;
  result.options_.sanitizers = sanitizers;
  result.options_.optimised = optimised;
  for (Unit& unit : result.units_) {
    unit.is_tried = unit.is_borrowed = false;
    unit.object.clear();
  }
  return result;
}

void CleanUnits::borrow(const CleanUnits& others, const Choice& is_borrowed) {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const fs::path& theirs = others.units_[i].object;
    if (theirs.empty() || !is_borrowed(units_[i].command.file, others.symbols_[i].defined)) continue;
    units_[i].object = theirs;
    units_[i].is_tried = units_[i].is_borrowed = true;
    symbols_[i] = others.symbols_[i];
  }
}

TestBuild CleanUnits::description() const {
  std::vector<CompileCommand> commands;
  for (const Unit& unit : units_)
    if (!unit.object.empty() || (unit.is_known && !unit.is_tried)) commands.push_back(unit.command);
  return describe_clean_build(commands, options_, includers_);
}

std::set<std::size_t> CleanUnits::wanted(const std::vector<std::string>& undefined) const {
  std::set<std::size_t> result = taken_for(symbols_, undefined);
  for (std::size_t i = 0; i < units_.size(); ++i)
    if (!units_[i].is_known) result.insert(i);
  return result;
}

std::vector<std::string> CleanUnits::not_inline(const std::vector<std::string>& functions) const {
  std::unordered_set<std::string_view> defined;
  for (const Symbols& symbols : symbols_) defined.insert(symbols.defined.begin(), symbols.defined.end());
  std::vector<std::string> result;
  std::ranges::copy_if(functions, std::back_inserter(result),
                       [&](const std::string& function) { return defined.contains(function); });
  return result;
}

Expected<std::vector<fs::path>> CleanUnits::objects_for_calls(const std::vector<std::string>& functions,
                                                              unsigned jobs) {
  return objects_for(not_inline(functions), jobs);
}

Expected<std::vector<fs::path>> CleanUnits::objects_for(const std::vector<std::string>& undefined, unsigned jobs) {
  // What the clean objects lack may be more than what the instrumented ones do: compilers inline differently.
  while (true) {
    std::set<std::size_t> missing = wanted(undefined);
    std::erase_if(missing, [this](std::size_t i) { return units_[i].is_tried; });
    if (missing.empty()) return made();
    if (const auto built = build(missing, jobs); !built) return std::unexpected(built.error());
  }
}

Expected<std::vector<fs::path>> CleanUnits::all_objects(unsigned jobs) {
  std::set<std::size_t> missing;
  for (std::size_t i = 0; i < units_.size(); ++i)
    if (!units_[i].is_tried) missing.insert(i);
  if (!missing.empty())
    if (const auto built = build(missing, jobs); !built) return std::unexpected(built.error());
  return made();
}

void CleanUnits::build_ahead(const std::vector<std::string>& functions, const std::atomic<bool>& hurry) {
  std::set<std::size_t> units = wanted(not_inline(functions));
  if (functions.empty())
    for (std::size_t i = 0; i < units_.size(); ++i) units.insert(i);
  for (const std::size_t i : units) {
    if (hurry.load() || (options_.interrupted != nullptr && options_.interrupted->load())) return;
    if (!build({i}, 1)) return;
  }
}

Expected<void> CleanUnits::build(const std::set<std::size_t>& units, unsigned jobs) {
  std::vector<CompileCommand> commands;
  for (const std::size_t i : units) commands.push_back(units_[i].command);
  SubjectOptions options = options_;
  options.jobs = jobs;
  const FileLock lock(lock_of(options, Flavour::kClean), options.interrupted);
  const auto built = build_units(commands, Flavour::kClean, options);
  if (!built && built.error().kind == ErrorKind::kInterrupted) return std::unexpected(built.error());
  for (const std::size_t i : units) units_[i].is_tried = true;
  if (!built) {
    // One that the instrumented build had to do without, too, need not be one that a test needs.
    if (std::ranges::any_of(units, [this](std::size_t i) { return units_[i].is_known; })) failure_ = built.error();
    return {};
  }
  auto next = built->units.begin();
  std::vector<std::size_t> places;
  std::vector<fs::path> made;
  for (const std::size_t i : units) {
    if (next == built->units.end() || !is_same(next->command, units_[i].command)) continue;
    units_[i].object = next++->object;
    places.push_back(i);
    made.push_back(units_[i].object);
  }
  auto symbols = symbols_of(made);
  if (!symbols) return std::unexpected(symbols.error());
  for (std::size_t i = 0; i < places.size(); ++i) symbols_[places[i]] = std::move((*symbols)[i]);
  return {};
}

Expected<std::vector<fs::path>> CleanUnits::made() const {
  std::vector<fs::path> result;
  for (const bool is_borrowed : {false, true})
    for (const Unit& unit : units_)
      if (!unit.object.empty() && unit.is_borrowed == is_borrowed) result.push_back(unit.object);
  if (result.empty() && failure_) return std::unexpected(*failure_);
  return result;
}

}  // namespace reenact
