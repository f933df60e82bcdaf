// Looks for a test of a path by changing tests (Tardis, section 3; SUSHI): other calls, other literals. For paths that no
// literals of the test at hand can take, because an object had to be built by other calls first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "strategy/concolic/path_condition.h"
#include "symbolic/evaluate.h"
#include "testcase/test_case.h"

namespace reenact::concolic {

/// How far a run stayed from a path: the clauses of `wanted` behind the first that it did not meet, and that one's nearness,
/// φ(x) = x / (x + 1) of the smallest branch distance with which the run left the same branch the other way; 1 where it never
/// was at that branch. 0: it met all. Compared are the ways out of branches, in their order, and not the conditions: a test with
/// other statements has other symbols. What the run did between does not matter. `evaluate`: over the run's own input.
[[nodiscard]] double distance_to_path(const Expressions& expressions, const std::vector<Clause>& wanted,
                                      const PathCondition& run, symbolic::Evaluator& evaluate);

/// How the search makes tests, and runs them.
struct PathSearchParts {
  /// Leaves a test changed.
  std::function<void(TestCase&)> mutate;
  /// A child of two.
  std::function<void(const TestCase&, const TestCase&, TestCase&)> cross;
  /// distance_to_path() of a run of it. Errors: the worker is gone.
  std::function<Expected<double>(const TestCase&)> distance;
  std::function<bool()> stop;  // true: there is no time left
};

/// A steady-state genetic search: a population of ten that begins with `start` and its mutants; a child of two parents, each the
/// better of two drawn, or of one, takes the place of the worst if it is no worse. Ends with a test of distance 0, or none
/// after `tests` runs. Errors: those of `distance`.
[[nodiscard]] Expected<std::optional<TestCase>> search_path(const TestCase& start, std::uint64_t tests, Random& random,
                                                            const PathSearchParts& parts);

}  // namespace reenact::concolic
