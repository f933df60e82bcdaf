// Everything that one exploration of paths needs, together: a table of expressions, who solves, who selects, who runs.
#pragma once

#include <memory>
#include <string_view>

#include "base/clock.h"
#include "base/random.h"
#include "solver/solver_chain.h"
#include "strategy/concolic/test_explorer.h"

namespace reenact::concolic {

/// A selector by its name, one of those that `--paths` knows. `distance` is for "nearest"; `expressions` and `random` must outlive it.
[[nodiscard]] std::unique_ptr<PathSelector> make_selector(std::string_view name, EdgeDistance distance,
                                                          const Expressions& expressions, Random& random);

class Exploration {
 public:
  struct Parts {
    ForkServer& server;  // of the concolic flavour
    const ApiModel& api;
    const Clock& clock;
    Random& random;
    bool conflicts = true;  // paths out of the selector's turn (conflicts.h)
  };
  Exploration(const Parts& parts, std::string_view paths, EdgeDistance distance, solver::SolverLimits limits)
      : solver_(expressions_, limits, parts.clock),
        selector_(make_selector(paths, std::move(distance), expressions_, parts.random)),
        explorer_({parts.server, parts.api, expressions_, *selector_, solver_, parts.conflicts}) {}
  Exploration(const Exploration&) = delete;
  Exploration& operator=(const Exploration&) = delete;

  [[nodiscard]] TestExplorer& tests() { return explorer_; }
  /// So much memory that it is better to begin anew.
  [[nodiscard]] bool is_large() const { return expressions_.size() > kLarge; }

 private:
  static constexpr std::size_t kLarge = 8'000'000;  // nodes, 24 bytes each and as much again around them
  Expressions expressions_;
  solver::SolverChain solver_;
  std::unique_ptr<PathSelector> selector_;
  TestExplorer explorer_;
};

}  // namespace reenact::concolic
