// From a run's path to the paths beside it, each once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "strategy/concolic/slice.h"

namespace reenact::concolic {

/// Which alternatives are the same.
enum class Same {
  /// Those with the same clauses in the same order: every path is tried, as published.
  kPath,
  /// Those whose slices have the same clauses in any order: a solver would be asked the same again. Every branch is tried, but not each
  /// combination of branches that have nothing to do with each other.
  kSlice,
};

/// Negates each clause of a path after its prefix, and leaves out what is the same as one before.
class Alternatives {
 public:
  Alternatives(Expressions& expressions, Slicer& slicer, Same same = Same::kPath)
      : expressions_(expressions), slicer_(slicer), same_(same) {}

  /// The new ones, in the order of their clauses; `parent` is the run's number.
  [[nodiscard]] std::vector<Alternative> of(const PathCondition& path, std::uint64_t parent);
  /// How many were left out.
  [[nodiscard]] std::uint64_t repeated() const { return repeated_; }

 private:
  [[nodiscard]] bool is_new(std::uint32_t node, const Alternative& alternative);
  /// The node of the tree of all paths behind `node` by way of `condition`.
  [[nodiscard]] std::uint32_t follow(std::uint32_t node, Expr condition);

  Expressions& expressions_;
  Slicer& slicer_;
  Same same_;
  /// Paths share their prefixes, so they are kept as a tree: its root is node 0.
  std::map<std::pair<std::uint32_t, Expr>, std::uint32_t> tree_;
  std::set<std::vector<Expr>> slices_;
  std::uint64_t repeated_ = 0;
};

}  // namespace reenact::concolic
