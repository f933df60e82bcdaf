// How a subject's workers are run for a reproduction.
#pragma once

#include <filesystem>

#include "goal/goal.h"
#include "run/fork_server.h"
#include "session/subject.h"

namespace reenact {

/// For a subject built with `subject`: `jobs` workers (at least one) in the folder "run" of `scratch`, which is made, with
/// the time that the sanitizers cost.
[[nodiscard]] Expected<RunOptions> worker_options(const SubjectOptions& subject, const std::filesystem::path& scratch,
                                                  unsigned jobs);

/// Asks for the coverage of the goal's functions, and for which frames up to the target were reached in their place.
void observe_goal(const Goal& goal, RunOptions& run);

}  // namespace reenact
