// NSGA-II (Deb, Pratap, Agarwal & Meyarivan 2002): a survival for scores of several objectives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "evolve/individual.h"
#include "evolve/pareto.h"

namespace evolve {

/// Whole fronts survive, best first, until one does not fit: of that, the least crowded. The paper's
/// algorithm is this survival with `.select = Tournament{2}`, whose comparison is the paper's crowded
/// comparison (rank, then distance), and for real numbers SimulatedBinary and Polynomial.
class Nsga2 {
 public:
  template <typename I, typename OrderOf>
    requires MultiScore<typename I::Score>
  void operator()(std::span<I*> all, std::size_t /*parents*/, std::size_t survivors, const OrderOf& better) {
    std::size_t begin = 0;
    for (const std::size_t end : sorter_.sort(all, better.goal)) {
      const std::span<I*> front = all.subspan(begin, end - begin);
      crowding_distance(front);
      std::ranges::sort(front, [&](const I* a, const I* b) { return better(*a, *b); });
      if (end >= survivors) return;
      begin = end;
    }
  }

 private:
  FrontSorter sorter_;
};

}  // namespace evolve
