// The worker: the program a search runs its tests in. Subject, probes, bridge and runtime, linked.
#pragma once

#include <filesystem>
#include <string>

#include "api/reading.h"
#include "base/error.h"
#include "build/build.h"
#include "build/needed_units.h"
#include "build/options.h"

namespace reenact {

/// Beside a worker: the names of all files that were linked (build/dependencies.h).
inline constexpr const char* kLinkedFile = "linked";

/// Builds the bridge and links `folder`/worker; callables that are declared but not defined in the subject are dropped
/// from `reading`. `roots`: REENACT_ROOTS of the pass. Errors (kSubject): in the compiler's or linker's words, with the
/// libraries of this machine that would help; `problem` gets what no unit defines (mangled), or what several do, where it does not link for that;
/// kInterrupted.
[[nodiscard]] Expected<void> link_worker(ApiReading& reading, const BuiltSubject& built, const SubjectOptions& options,
                                         const std::string& roots, const std::filesystem::path& folder,
                                         LinkProblem& problem);

/// The worker of the concolic flavour: `built` are the subject's units in that flavour, `instrumented` those of the instrumented
/// build, which stand in for units that do not compile with the concolic pass (what they do is concrete). The bridge is that of
/// `folder`, where link_worker() was, compiled anew, so callables have the same numbers. Makes and returns `folder`/concolic/worker.
/// Errors as link_worker.
[[nodiscard]] Expected<std::filesystem::path> link_concolic_worker(
    const BuiltSubject& built, const BuiltSubject& instrumented, const std::vector<std::string>& includer_flags,
    const SubjectOptions& options, const std::string& roots, const std::filesystem::path& folder);

}  // namespace reenact
