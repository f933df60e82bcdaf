// EvoCrash's post-processing: greedy removal of statements, then simpler values (docs/methods/evocrash.md).
#pragma once

#include <functional>

#include "testcase/test_case.h"

namespace reenact {

/// Makes `test` smaller as long as `still_crashes(candidate)` holds: drops statements (with those that depend on them),
/// replaces arguments by null or earlier variables, then shortens texts and arrays and moves numbers towards 0.
/// `at_a_limit`: the crash comes when a limit of the machine is reached (its stack), which is not the same everywhere: numbers are halved, but
/// not brought down to the very last one that crashes here. REQUIRES: still_crashes(test). Stops early when `stop()` says so; the result always satisfies `still_crashes`.
[[nodiscard]] TestCase minimise(const TestCase& test, const ApiModel& api,
                                const std::function<bool(const TestCase&)>& still_crashes,
                                const std::function<bool()>& stop, bool at_a_limit = false);

}  // namespace reenact
