// Nearest to the target first, with patience that ends.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "strategy/concolic/path_selector.h"

namespace reenact::concolic {

/// By the blocks that lie between the last clause's edge (of a library's function: whoever called it) and what is wanted, and by how often that edge was attempted already: each
/// attempt counts like one more block, so that an edge that leads nowhere makes room for those further away. Of equals those of the run
/// that came nearest come first, then the latest run's; of one run's the shorter.
class NearestSelector final : public PathSelector {
 public:
  explicit NearestSelector(EdgeDistance distance) : distance_(std::move(distance)) {}
  void add(Alternative alternative) override;
  void ran(const PathCondition& path) override;
  [[nodiscard]] std::optional<Alternative> next() override;
  [[nodiscard]] std::size_t pending() const override { return heap_.size(); }

 private:
  /// Behind everything from which there is a way.
  static constexpr int kVeryFar = 1000;
  struct Entry {
    int cost;
    int run;  // how near its run came
    Alternative alternative;
  };
  static bool later(const Entry& a, const Entry& b);
  [[nodiscard]] int cost_of(const Alternative& alternative) const;

  EdgeDistance distance_;
  int run_ = kVeryFar;  // how near the last one came
  std::vector<Entry> heap_;
  std::map<std::pair<Edge, Edge>, int> attempts_;  // at edges, by known_edge(), too: everybody calls strcmp
};

}  // namespace reenact::concolic
