#include "strategy/random/random_search.h"

#include <array>

namespace reenact {

Turn RandomSearch::advance(const Slice& slice, Exchange& exchange) {
  Trials& trials = search_.trials();
  trials.begin(slice, exchange);
  if (std::string why = search_.obstacle(); !why.empty()) return trials.find_nothing_to_call(std::move(why));
  std::array<const TestCase*, kBatch> batch{};
  std::array<double, kBatch> scores{};
  while (!trials.turn_is_over()) {
    for (std::size_t i = 0; i < kBatch; ++i) {
      search_.make_initial(tests_[i], true);
      batch[i] = &tests_[i];
    }
    search_.evaluate(batch, scores);
    trials.end_generation(true);
  }
  return trials.end_turn();
}

}  // namespace reenact
