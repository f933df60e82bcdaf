// Nearest to the target first, with patience that ends.
#pragma once

#include <map>
#include <vector>

#include "strategy/concolic/path_selector.h"

namespace reenact::concolic {

/// By the blocks that lie between the last clause's edge and what is wanted, and by how often that edge was attempted already: each
/// attempt counts like one more block, so that an edge that leads nowhere makes room for those further away. Of equals the latest
/// run's come first, for it came furthest; of one run's the shorter.
class NearestSelector final : public PathSelector {
 public:
  explicit NearestSelector(EdgeDistance distance) : distance_(std::move(distance)) {}
  void add(Alternative alternative) override;
  [[nodiscard]] std::optional<Alternative> next() override;
  [[nodiscard]] std::size_t pending() const override { return heap_.size(); }

 private:
  /// Behind everything from which there is a way.
  static constexpr int kNoWay = 1000;
  struct Entry {
    int cost;
    Alternative alternative;
  };
  static bool later(const Entry& a, const Entry& b);
  [[nodiscard]] int cost_of(const Alternative& alternative) const;

  EdgeDistance distance_;
  std::vector<Entry> heap_;
  std::map<Edge, int> attempts_;
};

}  // namespace reenact::concolic
