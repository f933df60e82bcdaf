// One candidate solution and the view of a population that operators are given.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>

namespace evolve {

/// Scores of one objective are doubles, those of several an array with one double each.
template <typename Score>
struct is_multi_score : std::false_type {};
template <std::size_t objectives>
struct is_multi_score<std::array<double, objectives>> : std::true_type {};
template <typename Score>
concept MultiScore = is_multi_score<Score>::value;
template <typename Score>
concept SingleScore = std::same_as<Score, double>;

/// Where survival has put an individual of a multi-objective population: lower rank first, then higher
/// density. NSGA-II: front (0 = not dominated) and crowding distance. SPEA2: its fitness F = R + D, and 0.
struct Standing {
  double rank = 0;
  double density = 0;
};
struct NoStanding {};

template <typename GenomeType, typename ScoreType>
struct Individual {
  using Genome = GenomeType;
  using Score = ScoreType;

  Genome genome{};
  Score score{};
  std::uint64_t born = 0;  // order of creation within one run: unique, settles ties
  [[no_unique_address]] std::conditional_t<MultiScore<Score>, Standing, NoStanding> standing{};
};

/// A population as operators see it: best first, not to be changed.
template <typename I>
class Population {
 public:
  Population() = default;
  explicit Population(std::span<I* const> members) : members_(members) {}

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  [[nodiscard]] const I& operator[](std::size_t index) const { return *members_[index]; }
  /// `for (const auto& each : population.members())`
  [[nodiscard]] auto members() const {
    return members_ | std::views::transform([](const I* each) -> const I& { return *each; });
  }

 private:
  std::span<I* const> members_;
};

}  // namespace evolve
