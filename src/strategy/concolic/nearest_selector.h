// Nearest to the target first, with patience that ends.
#pragma once

#include <map>
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
  [[nodiscard]] std::size_t pending() const override { return heap_.size(); }

 private:
  /// Behind everything from which there is a way.
  static constexpr int kVeryFar = 1000;
  struct Entry {
    int cost;
    int tries;  // of its edge in its iteration
    int run;    // how near its run came
    Alternative alternative;
  };
  static bool later(const Entry& a, const Entry& b);
  /// Puts what is counted in its cost right. True: it was.
  [[nodiscard]] bool count_again(Entry& entry) const;

  EdgeDistance distance_;
  int run_ = kVeryFar;  // how near the last one came
  std::vector<Entry> heap_;
  using Branching = std::pair<Edge, Edge>;  // an edge, and known_edge(): everybody calls strcmp
  std::map<Branching, int> attempts_;
  std::map<std::pair<Branching, std::uint32_t>, int> attempts_in_iteration_;
};

}  // namespace reenact::concolic
