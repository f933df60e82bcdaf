// From a path that was selected to an input that takes it.
#pragma once

#include <string>
#include <vector>

#include "solver/solver.h"
#include "strategy/concolic/slice.h"

namespace reenact::concolic {

enum class Verdict {
  kFeasible,    // the model satisfies all clauses
  kOptimistic,  // it satisfies the last one; with its prefix that is infeasible or unknown
  kInfeasible,  // proved: the last clause contradicts its prefix, and alone it holds nowhere
  kUnknown,     // never to be taken for infeasible
};

struct Attempt {
  Verdict verdict = Verdict::kUnknown;
  /// Values of the symbols that matter; all others keep what they were.
  symbolic::Assignment model;
  std::string reason;  // of kUnknown
  /// Whatever the model does: was the path itself proved infeasible?
  bool path_infeasible = false;
  /// If so: conditions of the path that cannot hold together.
  std::vector<Expr> core;
};

/// Solves the slice of the alternative's clauses; the values of `run`, which took its path up to the last one, are tried first. Where that has no
/// solution, or none that is known, it is solved without what was pinned, and then the last clause alone (optimistic, as in QSYM): the prefix may
/// not have to hold for the branch to be reached another way. Then the run's values are those that do not lead there.
[[nodiscard]] Attempt solve(const Alternative& alternative, const symbolic::Assignment& run, Slicer& slicer,
                            solver::Solver& solver);

/// `base` with the model's values in their place.
[[nodiscard]] symbolic::Assignment changed(symbolic::Assignment base, const symbolic::Assignment& model);

}  // namespace reenact::concolic
