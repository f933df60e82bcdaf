// Options of the concolic strategy.
#pragma once

#include <string>

#include "base/declare.h"

namespace reenact {

struct ConcolicOptions {
  std::string paths = "nearest";    // which path is attempted next: names_of_path_orders()
  bool conflicts = true;            // what contradicts a wanted path is changed next: conflicts.h
  std::size_t paths_after = 0;      // tests after which paths are solved; 0: when a share of the budget is spent
  std::size_t path_cost = 0;        // tests that a path counts as; 0: measured, unless the search has to repeat exactly
  bool short_seeds = true;          // a test is first cut down to what its fitness needs
  std::size_t seed_attempts = 400;  // paths attempted without a better test until another test is begun with
  std::size_t stale_attempts = 50;  // the same, without a test that takes a way out of a branch that none took before
  std::size_t text_size = 32;       // a text is also tried with zeros behind it up to that size
  std::size_t solver_steps = 400'000;
  std::size_t path_tests = 0;  // run to find one for a path without solution; 0: none
};

void declare(ConcolicOptions& options, OptionVisitor& visitor);

}  // namespace reenact
