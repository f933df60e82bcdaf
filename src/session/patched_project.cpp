#include "session/patched_project.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/files.h"
#include "build/absent_sources.h"
#include "build/compilation_database.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Where the patch fits: a folder of the project, and how many components of its names are in front of what is there.
struct Fit {
  fs::path root;
  unsigned strip = 0;
};

fs::path without_first(const std::string& file, unsigned components) {
  fs::path path(file), result;
  for (const fs::path& each : path)
    if (components > 0)
      --components;
    else
      result /= each;
  return result;
}

fs::path common_folder(const std::vector<CompileCommand>& commands) {
  fs::path common = commands.front().file.parent_path();
  for (const CompileCommand& command : commands)
    while (!common.empty() && common != "/" && !(command.file.string() + "/").starts_with(common.string() + "/"))
      common = common.parent_path();
  return common;
}

std::optional<Fit> fit_of(const std::vector<std::string>& files, fs::path folder) {
  std::error_code ignored;
  for (; folder.has_relative_path(); folder = folder.parent_path())
    for (const unsigned strip : {1u, 0u})
      if (std::ranges::all_of(files, [&](const std::string& file) {
            const fs::path path = without_first(file, strip);
            return !path.empty() && fs::is_regular_file(folder / path, ignored);
          }))
        return Fit{folder, strip};
  return std::nullopt;
}

/// All but what a build makes anew and what version control keeps.
Expected<void> copy_tree(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to, error);
  for (auto each = fs::recursive_directory_iterator(from, error); !error && each != fs::recursive_directory_iterator();
       each.increment(error)) {
    const fs::path& path = each->path();
    const fs::path target = to / path.lexically_relative(from);
    if (path.filename() == ".git" || path == to) {
      each.disable_recursion_pending();
    } else if (each->is_symlink()) {
      fs::copy_symlink(path, target, error);
    } else if (each->is_directory()) {
      fs::create_directories(target, error);
    } else if (each->is_regular_file() && path.extension() != ".o") {
      fs::copy_file(path, target, fs::copy_options::overwrite_existing, error);
    }
  }
  if (error)
    return usage_error(fmt::format("{}: cannot be copied to {}: {}", from.string(), to.string(), error.message()));
  return {};
}

/// Everywhere `from` stands for a folder: alone, or in front of a slash.
void move_folder(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    const std::size_t end = at + from.size();
    const bool is_whole = end == text.size() || std::string_view("/ \"';:").contains(text[end]);
    if (is_whole) text.replace(at, from.size(), to);
    at += is_whole ? to.size() : from.size();
  }
}

void move_folders(json& value, const std::string& from, const std::string& to) {
  if (value.is_string()) {
    auto text = value.get<std::string>();
    move_folder(text, from, to);
    value = text;
  }
  if (value.is_structured())
    for (json& each : value) move_folders(each, from, to);
}

Expected<void> apply(const fs::path& patch, const fs::path& folder, unsigned strip) {
  const fs::path given = fs::absolute(patch);
  constexpr int kNoSuchProgram = 127;
  Confinement confinement = tools_confinement(folder, {given});
  confinement.modes_in_vain = true;  // it gives what it writes the mode of what was there; nobody needs that here
  const auto result = run_contained(confinement, {"patch", fmt::format("-p{}", strip), "-d", folder.string(), "-i",
                                                  given.string(), "--batch", "--forward", "--silent"});
  if (!result) return std::unexpected(result.error());
  if (result->exit_status == kNoSuchProgram)
    return usage_error(
        "patch cannot be run\n  next step: install the package patch (Debian, Ubuntu: apt-get install patch)");
  if (result->exit_status != 0)
    return usage_error(fmt::format("{}: does not apply:\n{}{}  next step: give a patch of the version that is tested",
                                   patch.string(), result->out, result->err));
  return {};
}

constexpr std::string_view kNoFile = "/dev/null";

/// The names behind "---" and "+++" of each file of a patch.
std::vector<std::pair<std::string, std::string>> renamings_of(std::string_view patch) {
  std::vector<std::pair<std::string, std::string>> result;
  std::istringstream lines{std::string(patch)};
  const auto name_in = [](const std::string& line) { return line.substr(4, line.find_first_of("\t\r", 4) - 4); };
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("--- ")) continue;
    std::string old = name_in(line);
    if (std::getline(lines, line) && line.starts_with("+++ ")) result.emplace_back(std::move(old), name_in(line));
  }
  return result;
}

/// How `file`, which the patch adds, is compiled. null: nobody knows, or the build did not have it any more, and has it again.
json command_for(const fs::path& file, const std::vector<CompileCommand>& commands) {
  if (std::ranges::find(commands, file, &CompileCommand::file) != commands.end()) return nullptr;
  const auto command = compiled_as_neighbours(file, commands);
  if (!command) return nullptr;
  return {{"directory", command->directory.string()}, {"file", file.string()}, {"arguments", command->arguments}};
}

}  // namespace

std::vector<std::string> files_of_patch(std::string_view patch) {
  std::vector<std::string> files;
  for (auto& [old, ignored] : renamings_of(patch))
    if (old != kNoFile) files.push_back(std::move(old));
  return files;
}

Expected<fs::path> patched_copy(const fs::path& build_dir, const fs::path& patch, const fs::path& into) {
  const auto text = read_file(patch);
  if (!text)
    return usage_error(fmt::format("{}: cannot be read\n  next step: give --fixed-by a patch's file", patch.string()));
  const std::vector<std::string> files = files_of_patch(*text);
  if (files.empty())
    return usage_error(fmt::format(
        "{}: no patch: it changes no file\n  next step: give a unified diff, as `git diff` writes it", patch.string()));
  const auto commands = read_compilation_database(build_dir);
  if (!commands) return std::unexpected(commands.error());
  const auto fit = fit_of(files, common_folder(*commands));
  if (!fit)
    return usage_error(fmt::format(
        "{}: the project has no file {}\n  next step: give a patch whose paths begin at a folder of the project",
        patch.string(), files.front()));
  const fs::path project = into / "project", build = fs::absolute(build_dir).lexically_normal();
  if (const auto copied = copy_tree(fit->root, project); !copied) return std::unexpected(copied.error());
  if (const auto applied = apply(patch, project, fit->strip); !applied) return std::unexpected(applied.error());
  const bool is_inside = (build.string() + "/").starts_with(fit->root.string() + "/");
  fs::path build_copy = is_inside ? project / build.lexically_relative(fit->root) : into / "build";
  if (!is_inside)
    if (const auto copied = copy_tree(build, build_copy); !copied) return std::unexpected(copied.error());
  json database = json::parse(read_file(build / "compile_commands.json").value_or("[]"), nullptr, false);
  for (const auto& [old, added] : renamings_of(*text))
    if (old == kNoFile)
      if (json command = command_for((fit->root / without_first(added, fit->strip)).lexically_normal(), *commands);
          !command.is_null())
        database.push_back(std::move(command));
  move_folders(database, fit->root.string(), project.string());
  if (!is_inside) move_folders(database, build.string(), build_copy.string());
  if (const auto written = write_file(build_copy / "compile_commands.json", database.dump()); !written)
    return std::unexpected(written.error());
  return build_copy;
}

}  // namespace reenact
