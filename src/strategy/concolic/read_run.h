// From what a run left in its region to its path condition.
#pragma once

#include <cstdint>
#include <functional>

#include "run/region.h"
#include "strategy/concolic/path_condition.h"
#include "symbolic/evaluate.h"

namespace reenact::concolic {

/// The symbol of an input's number and width; none: there is no such input.
using InputNames = std::function<Expr(Expressions&, std::uint64_t number, unsigned width)>;

struct ReadRun {
  PathCondition path;
  /// Clauses that were left out because they do not hold for the run's own input: something that is not instrumented changed memory and its
  /// labels stayed (`sprintf` into a buffer that held an input). Worked failure: buffer[0] = input[0]; read(fd, buffer, 1);
  /// if (buffer[0] == 'x') asks about input[0] as far as labels go.
  std::uint64_t stale = 0;
  /// Clauses that could not be read: the subject wrote into the table.
  std::uint64_t unreadable = 0;
};

/// Clauses in their order; constants, and conditions that stood there before, are left out. `input` is what the run was given.
[[nodiscard]] ReadRun read_run(Expressions& expressions, const Region& region, const InputNames& names,
                               const symbolic::Assignment& input);

}  // namespace reenact::concolic
