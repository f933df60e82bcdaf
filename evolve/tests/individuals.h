// Populations with given scores, for tests of selections and survivals.
#pragma once

#include <vector>

#include "evolve/individual.h"

namespace evolve {

/// Individuals with these scores, born in this order; their genome is their position.
template <typename Score>
struct Individuals {
  using I = Individual<std::size_t, Score>;

  explicit Individuals(const std::vector<Score>& scores) : store(scores.size()) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      store[i].genome = i;
      store[i].score = scores[i];
      store[i].born = i;
      all.push_back(&store[i]);
    }
  }
  [[nodiscard]] Population<I> population() const { return Population<I>(all); }
  /// The first `count` of `all`, as positions.
  [[nodiscard]] std::vector<std::size_t> front(std::size_t count) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(all[i]->genome);
    return result;
  }

  std::vector<I> store;
  std::vector<I*> all;
};

}  // namespace evolve
