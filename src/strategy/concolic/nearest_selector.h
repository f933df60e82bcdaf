// Nearest to the target first, with patience that ends.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "strategy/concolic/path_selector.h"

namespace reenact::concolic {

/// By the blocks that lie between the last clause's edge (of a library's function: whoever called it) and what is wanted, and by how often that edge was attempted already: each
/// attempt counts like one more block, so that an edge that leads nowhere makes room for those further away. Of equals those of the loop iteration that was attempted least
/// come first (strchr finds what it looks for at the sixth character as well as at the first), then those of the run that came
/// nearest, then the latest run's; of one run's the shorter.
class NearestSelector final : public PathSelector {
 public:
  explicit NearestSelector(EdgeDistance distance) : distance_(std::move(distance)) {}
  void add(Alternative alternative) override;
  void ran(const PathCondition& path) override;
  [[nodiscard]] std::optional<Alternative> next() override;
  [[nodiscard]] std::size_t pending() const override { return pending_; }

 private:
  /// Behind everything from which there is a way.
  static constexpr int kVeryFar = 1000;
  struct Entry {
    int run;  // how near its run came
    Alternative alternative;
  };
  /// Of one edge in one iteration: all have been attempted as often, so that what an attempt changes is the rank of few.
  struct Iteration {
    int tries = 0;
    std::vector<Entry> heap;
  };
  using Branching = std::pair<Edge, Edge>;  // an edge, and known_edge(): everybody calls strcmp
  /// Least first: cost, tries of the iteration; how near the run came, later runs first, the number of clauses.
  using EntryRank = std::tuple<int, std::uint64_t, std::size_t>;
  using IterationRank = std::pair<int, EntryRank>;
  using Rank = std::pair<int, IterationRank>;
  struct Way {
    int cost = 0;  // blocks that lie between it and what is wanted, and attempts
    std::map<std::uint32_t, Iteration> iterations;
    std::set<std::pair<IterationRank, std::uint32_t>> order;  // of those that have entries
  };

  [[nodiscard]] static EntryRank rank_of(const Entry& entry);
  static bool later(const Entry& a, const Entry& b) { return rank_of(a) > rank_of(b); }
  /// Changes the iteration, and keeps the orders right.
  template <typename Change>
  void change(Branching branching, Way& way, std::uint32_t iteration, Change change);

  EdgeDistance distance_;
  int run_ = kVeryFar;  // how near the last one came
  std::map<Branching, Way> ways_;
  std::set<std::pair<Rank, Branching>> order_;  // of those that have entries
  std::size_t pending_ = 0;
};

}  // namespace reenact::concolic
