// Which path to try next. Selectors know nothing of how a path is attempted; they are told what became of it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "strategy/concolic/path_condition.h"

namespace reenact::concolic {

class PathSelector {
 public:
  virtual ~PathSelector() = default;
  virtual void add(Alternative alternative) = 0;
  /// Takes one out; none: there are none left.
  [[nodiscard]] virtual std::optional<Alternative> next() = 0;
  /// A test was found for it, or none within its budget.
  virtual void attempted(const Alternative& alternative, bool feasible) { (void)alternative, (void)feasible; }
  /// A run took this path, so every prefix of it is feasible.
  virtual void ran(const PathCondition& path) { (void)path; }
  [[nodiscard]] virtual std::size_t pending() const = 0;
};

/// First in, first out: the paper's baseline.
class FifoSelector final : public PathSelector {
 public:
  void add(Alternative alternative) override { queue_.push_back(std::move(alternative)); }
  [[nodiscard]] std::optional<Alternative> next() override;
  [[nodiscard]] std::size_t pending() const override { return queue_.size(); }

 private:
  std::deque<Alternative> queue_;
};

/// How far away what an alternative leads to is; infinite where it cannot be told.
using PathCost = std::function<double(const Alternative&)>;

/// The cheapest first, of equal ones the one that came first. Costs are asked for when an alternative is added and again, if they
/// may have changed, by reorder(): when a block is covered, it is no longer what paths to it are near to.
class CheapestSelector final : public PathSelector {
 public:
  explicit CheapestSelector(PathCost cost) : cost_(std::move(cost)) {}
  void add(Alternative alternative) override;
  [[nodiscard]] std::optional<Alternative> next() override;
  [[nodiscard]] std::size_t pending() const override { return heap_.size(); }
  void reorder();

 private:
  struct Entry {
    double cost;
    std::uint64_t number;
    Alternative alternative;
  };
  static bool later(const Entry& a, const Entry& b) { return a.cost != b.cost ? a.cost > b.cost : a.number > b.number; }
  PathCost cost_;
  std::vector<Entry> heap_;
  std::uint64_t added_ = 0;
};

/// Blocks on the way from behind `edge` to the nearest thing wanted: an uncovered branch, or the target. kNoWay: none is reachable.
/// kUnknownBranch: the branch is of no function that the program's model has.
inline constexpr int kNoWay = -1, kUnknownBranch = -2;
using EdgeDistance = std::function<int(Edge edge)>;
/// What the clause's edge is as far as `distance` knows: of a library's function the block that called it.
[[nodiscard]] Edge known_edge(const Clause& clause, const EdgeDistance& distance);

/// The fewest clauses first: shallow branches before deep ones.
[[nodiscard]] std::unique_ptr<CheapestSelector> shortest_first();
/// By what the last clause's edge leads to. Of equally near ones the shorter.
[[nodiscard]] std::unique_ptr<CheapestSelector> nearest_first(EdgeDistance distance);

}  // namespace reenact::concolic
