// What a test is called, and what its comment says.
#pragma once

#include <string>
#include <vector>

#include "crash/report.h"
#include "goal/goal.h"
#include "print/print.h"
#include "run/observation.h"
#include "session/subject.h"

namespace reenact {

/// Of a report's crash: after the innermost of `goal`'s frames, with all of the public headers `prelude`, in the plainest
/// form.
[[nodiscard]] PrintOptions print_options_for(const Goal& goal, const std::vector<std::string>& prelude);

/// Of whatever `run` raised, with all of the subject's public headers, in the plainest form.
[[nodiscard]] PrintOptions print_options_for(const Observation& run, const Subject& subject);

/// Renames the test of `goal`'s crash after `seen`, the crash as it was verified: kind, type and text are its own.
void name_after_crash(const Goal& goal, const CrashReport& seen, PrintOptions& print);

/// Says in the test's comment what it does that the library forbids its callers; nothing if there is nothing.
void tell_contrived(const std::vector<std::string>& broken, PrintOptions& print);

/// Renames a test that is not the crash, and says in its comment what it lacks. It cannot expect the crash.
void name_as_nearest(const std::string& lacks, PrintOptions& print);

}  // namespace reenact
