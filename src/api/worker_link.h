// The worker: the program a search runs its tests in. Subject, probes, bridge and runtime, linked.
#pragma once

#include <filesystem>
#include <string>

#include "api/reader.h"
#include "base/error.h"
#include "build/build.h"
#include "build/options.h"

namespace reenact {

/// Builds the bridge and links `folder`/worker; callables that are declared but not defined in the subject are dropped
/// from `reading`. `roots`: REENACT_ROOTS of the pass. Errors (kSubject): in the compiler's or linker's words, with the
/// libraries of this machine that would help; kInterrupted.
[[nodiscard]] Expected<void> link_worker(ApiReading& reading, const BuiltSubject& built, const SubjectOptions& options,
                                         const std::string& roots, const std::filesystem::path& folder);

}  // namespace reenact
