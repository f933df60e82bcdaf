// Generational search (Godefroid, Levin, Molnar: "Automated whitebox fuzz testing", NDSS 2008).
#pragma once

#include <deque>
#include <map>
#include <set>

#include "strategy/concolic/path_selector.h"

namespace reenact::concolic {

/// First the alternatives of the run that brought most that is new for what it cost. New is an edge that no run took, or took as often: up to 16
/// times are told apart one by one, more in steps of a power of two, as AFL does, since a loop that compares a text takes no new edge with
/// each character it gets further. Half of what a run brought counts for the runs that come of its alternatives: what needs two steps is taken on before what led nowhere.
/// A text of a thousand characters takes loops as often as no other does, and each of its runs as long as hundreds of short ones.
class GenerationalSelector final : public PathSelector {
 public:
  void add(Alternative alternative) override;
  [[nodiscard]] std::optional<Alternative> next() override;
  void ran(const PathCondition& path) override;
  [[nodiscard]] std::size_t pending() const override { return pending_; }

 private:
  struct Rank {
    double worth = 0;  // novelty by cost
    double novelty = 0;
    auto operator<=>(const Rank&) const = default;
  };

  std::set<std::pair<Edge, int>> seen_;
  double inherited_ = 0;  // by the next run, of its parent's novelty
  Rank run_;              // of the run whose alternatives come next
  std::map<Rank, std::deque<Alternative>, std::greater<>> by_worth_;
  std::size_t pending_ = 0;
};

}  // namespace reenact::concolic
