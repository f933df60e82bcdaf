#include "strategy/concolic/path_search.h"

#include <algorithm>
#include <utility>

#include "strategy/concolic/branch_distance.h"

namespace reenact::concolic {

double distance_to_path(const Expressions& expressions, const std::vector<Clause>& wanted, const PathCondition& run,
                        symbolic::Evaluator& evaluate) {
  std::size_t met = 0;
  double nearness = 1;
  for (const Clause& clause : run) {
    if (met == wanted.size()) break;
    if (clause.edge == wanted[met].edge) {
      ++met;
      nearness = 1;
    } else if (clause.other == wanted[met].edge) {
      // A condition that did not hold: how far was its opposite from not holding?
      const double distance = opposite_distance(expressions, clause.condition, evaluate);
      nearness = std::min(nearness, distance / (distance + 1));
    }
  }
  return met == wanted.size() ? 0 : static_cast<double>(wanted.size() - met - 1) + nearness;
}

namespace {

struct Member {
  TestCase test;
  double distance = 0;
};

class Population {
 public:
  explicit Population(Random& random) : random_(random) {}

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  void add(Member member) { members_.push_back(std::move(member)); }
  /// The better of two.
  [[nodiscard]] const TestCase& parent() {
    const Member& one = members_[random_.below(members_.size())];
    const Member& other = members_[random_.below(members_.size())];
    return (one.distance <= other.distance ? one : other).test;
  }
  void take_in(Member child) {
    const auto worst = std::ranges::max_element(members_, {}, &Member::distance);
    if (child.distance <= worst->distance) *worst = std::move(child);
  }

 private:
  Random& random_;
  std::vector<Member> members_;
};

}  // namespace

Expected<std::optional<TestCase>> search_path(const TestCase& start, std::uint64_t tests, Random& random,
                                              const PathSearchParts& parts) {
  constexpr std::size_t kPopulation = 10;
  Population population(random);
  for (std::uint64_t run = 0; run < tests && !parts.stop(); ++run) {
    const bool is_first = population.size() < kPopulation;
    TestCase child = start;
    if (!is_first && random.below(2) == 0)
      parts.cross(population.parent(), population.parent(), child);
    else if (!is_first)
      child = population.parent();
    if (run > 0) parts.mutate(child);
    const auto distance = parts.distance(child);
    if (!distance) return std::unexpected(distance.error());
    if (*distance == 0) return child;
    if (is_first)
      population.add({std::move(child), *distance});
    else
      population.take_in({std::move(child), *distance});
  }
  return std::nullopt;
}

}  // namespace reenact::concolic
