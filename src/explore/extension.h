// A suite that is there already gets the tests it lacks.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "explore/line_coverage.h"
#include "print/print.h"

namespace reenact {

/// `given` as it is, and `added` behind it: the includes that `given` lacks, then declarations and tests, in a namespace of their
/// own if there are declarations, whose names `given` may have, too.
[[nodiscard]] std::string extended_suite(const std::string& given, const PrintedSuite& added);

/// The highest number of the tests Case1, Case2, ... that `given` has in the GoogleTest suite `suite`; 0: it has none.
[[nodiscard]] std::size_t last_case(const std::string& given, const std::string& suite);

/// What was measured of the suite in `build`, which holds tests `names` ("Account.Case7") and those that were there before.
struct Addition {
  std::vector<FileCoverage> before;  // what the suite covers without `names`
  std::set<std::string> adding;      // of `names`: those that cover places that neither it nor the ones before them do
};

/// Runs the suite without `names`, and if all of it covers more, each of them alone. Errors: the measurement's.
[[nodiscard]] Expected<Addition> measure_addition(CoverageBuild& build, const std::vector<std::string>& names);

}  // namespace reenact
