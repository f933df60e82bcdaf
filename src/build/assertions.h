// Which checks are compiled in, assert() and others: a report may be of a build that differs from the project's own in this.
#pragma once

#include <vector>

#include "base/error.h"
#include "build/compilation_database.h"
#include "build/options.h"
#include "crash/report.h"

namespace reenact {

/// Does the command define NDEBUG, as CMake's Release does?
[[nodiscard]] bool is_without_assertions(const CompileCommand& command);

/// What a crash tells of its build: a failed assert() was compiled in. Of all others nothing is known.
[[nodiscard]] Assertions assertions_for(const CrashReport& report);

/// Has the command compile the check in, unless it says itself whether it wants it. Compilers of distributions do so where nothing is said.
void add_check(BuiltInCheck check, CompileCommand& command);

/// The database's commands, with assertions as `options` want them, and with its check, unless they settle by themselves whether they
/// have it. Errors: as read_compilation_database().
[[nodiscard]] Expected<std::vector<CompileCommand>> subject_commands(const SubjectOptions& options);

/// In how many of the database's commands they change something; 0 where it cannot be read.
struct ChangedCommands {
  std::size_t by_assertions = 0, by_check = 0;
};
[[nodiscard]] ChangedCommands commands_changed_by(const SubjectOptions& options);

}  // namespace reenact
