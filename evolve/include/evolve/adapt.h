// Which of several operators to use, by their success so far: adaptive operator selection.
#pragma once

#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "evolve/random.h"

namespace evolve {

/// Probability matching (Thierens, "An adaptive pursuit strategy for allocating operator probabilities", GECCO
/// 2005, section 2.2): the better an operator's offspring did lately, the likelier it is, and none ever falls
/// below a minimum. The paper's operators start out equal; here they start as `prior` says, and without any
/// evidence stay so:
///   q_i = (successes of i + trust * m) / (uses of i + trust),   m = (successes of all + 1) / (uses of all + 1),
///   p_i = least * prior_i + (1 - least) * prior_i q_i / sum_j prior_j q_j.
/// Successes and uses lose the share 1 - `memory` of their weight with every generation, which makes q_i the
/// recency-weighted mean of the paper's formula (1). An operator of prior 0 is never chosen.
class ProbabilityMatching {
 public:
  struct Options {
    double least = 0.25;   // of the prior, that every operator keeps; in (0, 1]
    double memory = 0.95;  // in [0, 1]
    double trust = 20;     // uses after which an operator's own success counts as much as that of all; > 0
  };

  /// REQUIRES: no prior is negative, one is positive.
  explicit ProbabilityMatching(std::vector<double> prior,
                               Options options = {.least = 0.25, .memory = 0.95, .trust = 20})
      : prior_(std::move(prior)), options_(options), evidence_(prior_.size()) {
    double sum = 0;
    for (const double each : prior_) sum += each;
    assert(sum > 0);
    for (double& each : prior_) each /= sum;
    probability_ = prior_;
  }

  [[nodiscard]] std::size_t size() const { return prior_.size(); }
  [[nodiscard]] double probability(std::size_t i) const { return probability_[i]; }

  /// Draws an operator.
  [[nodiscard]] std::size_t operator()(Random& random) const {
    double left = random.unit();
    std::size_t last = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      if (probability_[i] <= 0) continue;
      last = i;
      left -= probability_[i];
      if (left < 0) break;
    }
    return last;
  }

  /// An offspring that operator `i` had a part in was better than its parent, or was not.
  void used(std::size_t i, bool succeeded) {
    evidence_[i].uses += 1;
    if (succeeded) evidence_[i].successes += 1;
  }

  /// The end of a generation: the probabilities follow what was told since.
  void adapt() {
    Evidence all{1, 1};
    for (const Evidence& each : evidence_) {
      all.uses += each.uses;
      all.successes += each.successes;
    }
    const double mean = all.successes / all.uses;
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      Evidence& seen = evidence_[i];
      probability_[i] = prior_[i] * (seen.successes + options_.trust * mean) / (seen.uses + options_.trust);
      sum += probability_[i];
      seen.uses *= options_.memory;
      seen.successes *= options_.memory;
    }
    for (std::size_t i = 0; i < size(); ++i)
      probability_[i] = options_.least * prior_[i] + (1 - options_.least) * probability_[i] / sum;
  }

 private:
  struct Evidence {
    double uses = 0, successes = 0;
  };
  std::vector<double> prior_;
  Options options_;
  std::vector<Evidence> evidence_;
  std::vector<double> probability_;
};

}  // namespace evolve
