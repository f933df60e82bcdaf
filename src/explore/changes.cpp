#include "explore/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/files.h"
#include "build/compilation_database.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Of "@@ -12,3 +14,2 @@": the lines behind the sign.
std::optional<TouchedLines> read_hunk(std::string_view line, char sign) {
  const auto behind = line.find(std::string{' ', sign});
  if (behind == std::string_view::npos) return std::nullopt;
  const char* const end = line.data() + line.size();
  std::uint32_t first = 0, count = 1;
  const auto read = std::from_chars(line.data() + behind + 2, end, first);
  if (read.ec != std::errc()) return std::nullopt;
  if (read.ptr != end && *read.ptr == ',' && std::from_chars(read.ptr + 1, end, count).ec != std::errc())
    return std::nullopt;
  if (count == 0) return TouchedLines{Line(first), Line(first + 1), true};
  return TouchedLines{Line(first), Line(first + count - 1)};
}

std::size_t count_of(const TouchedLines& lines) { return lines.is_gap ? 0 : lines.last.value - lines.first.value + 1; }

/// The folder at or above `folder` that is a repository's.
std::optional<fs::path> repository_of(fs::path folder) {
  for (;; folder = folder.parent_path()) {
    if (is_there(folder / ".git")) return folder;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

/// A work tree of its own, or a submodule: what git reads of it is elsewhere.
std::vector<fs::path> parts_of(const fs::path& root) {
  constexpr std::string_view kWord = "gitdir: ";
  std::vector<fs::path> parts{root};
  std::error_code ignored;
  if (!fs::is_regular_file(root / ".git", ignored)) return parts;
  std::string text = read_file(root / ".git").value_or("");
  while (text.ends_with('\n')) text.pop_back();
  if (text.starts_with(kWord)) parts.push_back((root / text.substr(kWord.size())).lexically_normal());
  return parts;
}

Expected<fs::path> repository_with_most(const SubjectOptions& options) {
  const auto commands = read_compilation_database(options.build_dir);
  if (!commands) return std::unexpected(commands.error());
  std::map<fs::path, std::size_t> sources;
  for (const CompileCommand& command : *commands)
    if (const auto root = repository_of(command.file.parent_path())) ++sources[*root];
  if (sources.empty())
    return usage_error(fmt::format(
        "--changed-since: the sources of {} are in no git repository\n  next step: name a class, a function or a "
        "file instead",
        options.build_dir.string()));
  return std::ranges::max_element(sources, {}, &std::pair<const fs::path, std::size_t>::second)->first;
}

class Git {
 public:
  Git(fs::path root, const SubjectOptions& options, const fs::path& scratch)
      : root_(std::move(root)), confinement_(tools_confinement(scratch, parts_of(root_))) {
    process_.directory = root_;
    process_.interrupted = options.interrupted;
    process_.output_limit = 256u << 20;
    process_.environment = {"HOME=" + scratch.string(), "GIT_OPTIONAL_LOCKS=0", "GIT_CONFIG_NOSYSTEM=1"};
  }

  Expected<ProcessResult> run(const std::vector<std::string>& words) const {
    std::vector<std::string> command{"git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"};
    command.insert(command.end(), words.begin(), words.end());
    return run_contained(confinement_, command, process_);
  }

  /// Errors also when it fails, in git's words.
  Expected<std::string> output(const std::vector<std::string>& words) const {
    auto done = run(words);
    if (!done) return std::unexpected(done.error());
    if (done->exit_status != 0)
      return usage_error(fmt::format("--changed-since: git fails in {}\n{}", root_.string(), done->err));
    return std::move(done->out);
  }

 private:
  fs::path root_;
  Confinement confinement_;
  ProcessOptions process_;
};

}  // namespace

Changes read_diff(std::string_view diff, const fs::path& root) {
  Changes result;
  std::vector<TouchedLines>* file = nullptr;
  std::size_t left = 0;  // lines of the hunk: one of them may look like a head
  std::istringstream lines{std::string(diff)};
  for (std::string line; std::getline(lines, line);) {
    if (left > 0 && (line.starts_with('+') || line.starts_with('-'))) {
      --left;
      continue;
    }
    if (line.starts_with("diff --git ")) {
      file = nullptr;
    } else if (line.starts_with("+++ b/")) {
      // Behind a name with spaces git writes a tab.
      const std::string name = line.substr(6, line.find('\t') == std::string::npos ? line.size() : line.find('\t') - 6);
      file = &result[(root / name).lexically_normal().string()];
    } else if (line.starts_with("@@ ")) {
      const auto gone = read_hunk(line, '-'), touched = read_hunk(line, '+');
      if (!gone || !touched) continue;
      left = count_of(*gone) + count_of(*touched);
      if (file != nullptr) file->push_back(*touched);
    }
  }
  return result;
}

Expected<Changes> changes_since(const std::string& revision, const SubjectOptions& options, const fs::path& scratch) {
  const auto root = repository_with_most(options);
  if (!root) return std::unexpected(root.error());
  const fs::path folder = scratch / "git";
  if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
  const Git git(*root, options, folder);
  if (const auto there = git.output({"rev-parse", "--git-dir"}); !there) return std::unexpected(there.error());
  const auto known = git.run({"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!known) return std::unexpected(known.error());
  if (known->exit_status != 0)
    return usage_error(fmt::format(
        "--changed-since {}: there is no such revision in {}\n  next step: name a commit, a tag or a branch", revision,
        root->string()));
  const std::string commit = known->out.substr(0, known->out.find('\n'));
  const auto diff = git.output({"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "--unified=0",
                                "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules", commit, "--"});
  if (!diff) return std::unexpected(diff.error());
  const auto unknown = git.output({"ls-files", "--others", "--exclude-standard", "-z"});
  if (!unknown) return std::unexpected(unknown.error());
  Changes result = read_diff(*diff, *root);
  std::istringstream names(*unknown);
  for (std::string name; std::getline(names, name, '\0');) result[(*root / name).lexically_normal().string()];
  if (result.empty()) return usage_error(fmt::format("--changed-since {}: nothing has changed since", revision));
  return result;
}

std::vector<FunctionId> touched_functions(const ProgramModel& program, const Changes& changes) {
  std::vector<FunctionId> result;
  for (const Function& function : program.functions) {
    const auto file = changes.find(function.file);
    if (file == changes.end()) continue;
    const auto touches = [&](const TouchedLines& lines) {
      if (lines.is_gap) return function.first_line <= lines.first && lines.last <= function.last_line;
      return function.first_line <= lines.last && lines.first <= function.last_line;
    };
    if (file->second.empty() || std::ranges::any_of(file->second, touches)) result.push_back(function.id);
  }
  return result;
}

}  // namespace reenact
