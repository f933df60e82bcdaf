// The subject as a search for one crash begins with it: an API of many templates is not bridged as a whole at once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "build/options.h"
#include "session/subject.h"

namespace reenact {

/// As prepare_subject(), but the calls that wait in a search for a crash with `functions` on its stack
/// (session/first_calls.h) are not bridged: they are there, under the ids they have otherwise, and not usable.
[[nodiscard]] Expected<Subject> prepare_first_subject(const SubjectOptions& options,
                                                      const std::vector<std::string>& functions);

/// Is it a call that waits?
[[nodiscard]] bool is_waiting(const Dropped& call);
/// How many calls of `subject` wait.
[[nodiscard]] std::size_t waiting_calls(const Subject& subject);

}  // namespace reenact
