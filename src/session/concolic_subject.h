// The subject in its third flavour: its runs say which way they went, and what the inputs had to do with it (abi/concolic.h).
#pragma once

#include <filesystem>
#include <memory>

#include "base/error.h"
#include "run/fork_server.h"
#include "session/subject.h"

namespace reenact {

/// Builds the worker of the concolic flavour beside `subject`'s own, which `options` made; what is cached and fresh is not built
/// again. It takes about as long as the first build, so only who needs it asks. Errors: kSubject, in the compiler's or linker's
/// words; kInterrupted.
[[nodiscard]] Expected<std::filesystem::path> prepare_concolic_worker(const Subject& subject,
                                                                      const SubjectOptions& options);

/// Starts that worker in the folder "concolic" of `scratch`, which is made. Errors: it does not start.
[[nodiscard]] Expected<std::unique_ptr<ForkServer>> start_concolic_server(const std::filesystem::path& worker,
                                                                          const Subject& subject,
                                                                          const SubjectOptions& options,
                                                                          const std::filesystem::path& scratch);

}  // namespace reenact
