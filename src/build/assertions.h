// Whether assert() is compiled in: a report may be of a build that differs from the project's own in this.
#pragma once

#include <vector>

#include "base/error.h"
#include "build/compilation_database.h"
#include "build/options.h"
#include "crash/report.h"

namespace reenact {

/// Does the command define NDEBUG, as CMake's Release does?
[[nodiscard]] bool is_without_assertions(const CompileCommand& command);

/// What a crash of that kind tells of its build: a failed assertion was compiled in. Of all others nothing is known.
[[nodiscard]] Assertions assertions_for(CrashKind kind);

/// The database's commands, with assertions as `options` want them. Errors: as read_compilation_database().
[[nodiscard]] Expected<std::vector<CompileCommand>> subject_commands(const SubjectOptions& options);

/// In how many of the database's commands that changes something; 0 where it cannot be read.
[[nodiscard]] std::size_t commands_changed_by(const SubjectOptions& options);

}  // namespace reenact
