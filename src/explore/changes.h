// Which lines of the project's files a change touched, by git.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "build/options.h"
#include "program/program_model.h"

namespace reenact {

/// Lines `first` to `last` of the file as it is now. Where lines went and none came, these are the two around the place, and only
/// what has both was touched.
struct TouchedLines {
  Line first, last;
  bool is_gap = false;
};

/// By file, absolute: its lines in order. A file without entries in its list is new as a whole.
using Changes = std::map<std::string, std::vector<TouchedLines>>;

/// Of the text of `git diff --unified=0 --dst-prefix=b/`, whose paths are below `root`. Files that went are not in it.
[[nodiscard]] Changes read_diff(std::string_view diff, const std::filesystem::path& root);

/// What differs between `revision` and the files as they are now, in the repository that most of the compilation database's
/// sources are in; files that git does not know yet, and does not ignore, are new. Git runs contained: a project's
/// configuration of it may name programs. `scratch`: ours, where they could write. Errors (kUsage): the sources are in no
/// repository; there is no such revision; nothing changed; git's own.
[[nodiscard]] Expected<Changes> changes_since(const std::string& revision, const SubjectOptions& options,
                                              const std::filesystem::path& scratch);

/// The functions that have a touched line, by id.
[[nodiscard]] std::vector<FunctionId> touched_functions(const ProgramModel& program, const Changes& changes);

}  // namespace reenact
