// How a subject's workers are run for a reproduction.
#pragma once

#include <filesystem>
#include <vector>

#include "goal/goal.h"
#include "run/fork_server.h"
#include "session/subject.h"

namespace reenact {

/// What tests of the subject see of what is below /tmp, which is empty to them otherwise: the libraries and files of the project.
[[nodiscard]] std::vector<std::filesystem::path> readable_by_tests(const SubjectOptions& subject);

/// One worker for a subject built with `subject`, in the folder "run" of `scratch`, which is made, with the time that the
/// sanitizers cost.
[[nodiscard]] Expected<RunOptions> worker_options(const SubjectOptions& subject, const std::filesystem::path& scratch);

/// Asks for the coverage of the goal's functions, and for which frames up to the target were reached in their place.
void observe_goal(const Goal& goal, RunOptions& run);

}  // namespace reenact
