#include "strategy/concolic/classifier.h"

#include <algorithm>

namespace reenact::concolic {

bool Classifier::learn(const Fingerprint& fingerprint, bool feasible) {
  std::size_t& count = counts_[{fingerprint, feasible}];
  if (count == neighbours_) return false;
  ++count;
  examples_.push_back({fingerprint, feasible});
  return true;
}

Prediction Classifier::predict(const Fingerprint& fingerprint) const {
  if (examples_.size() < neighbours_) return {true, static_cast<unsigned>(neighbours_), 0};
  // The nearest so far, most similar first.
  std::vector<std::pair<double, const Example*>> nearest;
  for (const Example& example : examples_) {
    const double similarity = fingerprint.similarity(example.fingerprint);
    if (nearest.size() == neighbours_ && similarity < nearest.back().first) continue;
    const auto place = std::ranges::find_if(nearest, [&](const auto& each) { return each.first <= similarity; });
    nearest.insert(place, {similarity, &example});
    if (nearest.size() > neighbours_) nearest.pop_back();
  }
  const auto feasible =
      static_cast<std::size_t>(std::ranges::count_if(nearest, [](const auto& each) { return each.second->feasible; }));
  Prediction result;
  result.feasible = feasible * 2 > nearest.size();
  result.votes = static_cast<unsigned>(result.feasible ? feasible : nearest.size() - feasible);
  for (const auto& each : nearest) result.similarity += each.first / static_cast<double>(nearest.size());
  return result;
}

}  // namespace reenact::concolic
