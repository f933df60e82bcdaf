// Satisfiability predictions by the K nearest neighbours (Tardis, section 4.3).
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "strategy/concolic/fingerprint.h"

namespace reenact::concolic {

struct Prediction {
  bool feasible = true;
  unsigned votes = 0;     // of the neighbours for it: 2 or 3 of K = 3
  double similarity = 0;  // on average over the neighbours
};

/// Training is remembering. Of equally similar neighbours the one learnt last counts: evidence is corrected by what came later. Of
/// equal examples as many are kept as neighbours are asked; more would decide nothing, and paths that share a prefix bring many.
class Classifier {
 public:
  explicit Classifier(std::size_t neighbours = 3) : neighbours_(neighbours) {}

  /// False: there were enough such examples.
  bool learn(const Fingerprint& fingerprint, bool feasible);
  /// With fewer examples than neighbours are asked for, nothing speaks against a path: feasible by all votes, similarity 0.
  [[nodiscard]] Prediction predict(const Fingerprint& fingerprint) const;
  [[nodiscard]] std::size_t size() const { return examples_.size(); }

 private:
  struct Example {
    Fingerprint fingerprint;
    bool feasible;
  };
  std::size_t neighbours_;
  std::vector<Example> examples_;
  std::map<std::pair<Fingerprint, bool>, std::size_t> counts_;
};

}  // namespace reenact::concolic
