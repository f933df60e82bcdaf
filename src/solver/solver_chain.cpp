#include "solver/solver_chain.h"

namespace reenact::solver {
namespace {

Solver& innermost(Z3Solver& z3, const std::unique_ptr<LoggingSolver>& logging) {
  if (logging != nullptr) return *logging;
  return z3;
}

}  // namespace

SolverChain::SolverChain(Expressions& expressions, SolverLimits limits, const Clock& clock, std::ostream* log)
    : z3_(expressions, limits),
      logging_(log == nullptr ? nullptr : std::make_unique<LoggingSolver>(expressions, z3_, clock, *log)),
      refining_(expressions, innermost(z3_, logging_)),
      local_search_(expressions, refining_),
      bytes_(expressions, local_search_),
      ranges_(expressions, bytes_),
      validating_(expressions, ranges_),
      caching_(expressions, validating_),
      easy_(expressions, caching_),
      slicing_(expressions, easy_),
      reads_(expressions, slicing_) {}

}  // namespace reenact::solver
