#include "build/needed_units.h"

#include <algorithm>
#include <sstream>

#include "base/files.h"
#include "base/text.h"
#include "build/assertions.h"
#include "build/cache.h"
#include "build/symbols.h"
#include "crash/match.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

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

/// The symbols as sources spell them: `die` of `_ZN4tool3dieEPKc`.
std::set<std::string> spelled(const std::set<std::string>& symbols) {
  std::set<std::string> result;
  for (const std::string& symbol : symbols) {
    const std::string name = plain_name(symbol);
    result.emplace(unqualified(name));
  }
  return result;
}

bool mentions_any(const fs::path& file, const std::set<std::string>& names) {
  const std::string text = read_file(file).value_or("");
  return std::ranges::any_of(names,
                             [&](const std::string& name) { return find_word(text, name) != std::string::npos; });
}

}  // namespace

void mark_needed_units(std::vector<CompileCommand>& commands, const SubjectOptions& options) {
  const std::set<fs::path> needed = remembered(options);
  for (CompileCommand& command : commands)
    command.stands_for_library = command.stands_for_library || needed.contains(command.file);
}

Expected<bool> learn_needed_units(const BuiltSubject& built, const std::set<std::string>& undefined,
                                  const SubjectOptions& options) {
  auto commands = subject_commands(options);
  if (!commands) return std::unexpected(commands.error());
  const std::set<std::string> names = spelled(undefined);
  std::set<fs::path> needed = remembered(options);
  std::vector<CompileCommand> candidates;
  for (CompileCommand& command : *commands) {
    const bool is_there =
        std::ranges::any_of(built.units, [&](const BuiltUnit& unit) { return unit.command.file == command.file; });
    if (is_there || needed.contains(command.file) || !mentions_any(command.file, names)) continue;
    command.stands_for_library = true;
    candidates.push_back(std::move(command));
  }
  if (candidates.empty()) return false;
  const auto made = build_units(candidates, Flavour::kInstrumented, options);
  if (!made)
    return made.error().kind == ErrorKind::kInterrupted ? Expected<bool>(std::unexpected(made.error())) : false;
  std::vector<fs::path> objects;
  for (const BuiltUnit& unit : made->units) objects.push_back(unit.object);
  const auto symbols = symbols_of(objects);
  if (!symbols) return std::unexpected(symbols.error());
  const std::size_t before = needed.size();
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (std::ranges::any_of((*symbols)[i].defined, [&](const std::string& each) { return undefined.contains(each); }))
      needed.insert(made->units[i].command.file);
  if (needed.size() == before) return false;
  std::string lines;
  for (const fs::path& file : needed) lines += file.string() + "\n";
  if (auto made_folder = make_folder(memory_of(options).parent_path()); !made_folder)
    return std::unexpected(made_folder.error());
  if (auto written = write_file(memory_of(options), lines); !written) return std::unexpected(written.error());
  return true;
}

}  // namespace reenact
