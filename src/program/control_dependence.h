// Which branch edges decide whether a block runs (Ferrante, Ottenstein, Warren 1987).
#pragma once

#include <cstdint>
#include <vector>

#include "program/program_model.h"

namespace reenact {

/// A branch: the edge from `block` to its successor of that number.
struct Edge {
  BlockId block;
  std::uint32_t successor = 0;  // k-th successor
  bool operator==(const Edge&) const = default;
};

/// By block: the edges (a, k) it is control dependent on: it post-dominates the k-th successor of a (or is it), but
/// does not strictly post-dominate a. Blocks without successors, and cycles that never leave, are joined to one exit.
[[nodiscard]] std::vector<std::vector<Edge>> control_dependence(const Function& function);

}  // namespace reenact
