// Fewer conditions that still cannot hold together.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "solver/solver.h"

namespace reenact::solver {

/// Of `core`, positions of conditions that cannot hold together, leaves out one after the other while it stays so. `impossible` says whether
/// those at the positions it is given cannot hold. More than 40 are a core as they are.
template <typename Impossible>
Unsatisfiable reduced_core(std::vector<std::size_t> core, Impossible impossible) {
  constexpr std::size_t kMostReduced = 40;
  if (core.size() > kMostReduced) return {std::move(core)};
  const std::vector<std::size_t> all = core;
  for (const std::size_t each : all) {
    std::vector<std::size_t> fewer = core;
    std::erase(fewer, each);
    if (impossible(fewer)) core = std::move(fewer);
  }
  return {std::move(core)};
}

}  // namespace reenact::solver
