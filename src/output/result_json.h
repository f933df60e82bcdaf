// result.json: what other programs read. Fields are added, never renamed.
#pragma once

#include <string>

#include "crash/report.h"
#include "session/reproduction.h"
#include "session/verification.h"

namespace reenact {

/// What result.json tells beside the crash and how the search for it ended. `error`: of error_json() alone.
struct ResultContext {
  std::string strategy, fitness, test_file, others_folder, replay, error;
  Seed seed;
};

/// How the search for `report` ended, whatever its status.
[[nodiscard]] std::string result_json(const CrashReport& report, const Reproduction& result,
                                      const ResultContext& context);
/// What became of `reenact verify`: of result_json()'s fields those that are not about a search, and "fixed_by" and "near_miss"
/// where they were asked for.
[[nodiscard]] std::string verification_json(const CrashReport& report, const Verification& verification,
                                            const ResultContext& context);
/// The result of a run that ended in an error: status "error".
[[nodiscard]] std::string error_json(const ResultContext& context);
/// "reproduced", "partial", "not_reproduced".
[[nodiscard]] std::string_view to_string(Status status);
/// A report as JSON: `reenact parse --json`. Its frames are numbered from the innermost, in either order.
[[nodiscard]] std::string report_json(const CrashReport& report, bool outermost_first = false);

}  // namespace reenact
