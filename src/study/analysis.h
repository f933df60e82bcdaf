// What a study's runs say: per crash and overall, each configuration by itself and each against others. The measures
// are those of the study of basic block coverage (Derakhshanfar, Devroey, Zaidman: "It Is Not Only About Control
// Dependent Nodes: Basic Block Coverage for Search-Based Crash Reproduction", SSBSE 2020, section 4.2).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "study/plan.h"
#include "study/run.h"
#include "study/statistics.h"

namespace reenact::study {

/// The runs of one configuration, on one crash or on all.
struct Sample {
  unsigned runs = 0, reproduced = 0, errors = 0;
  /// Per run, of search; a run that did not reproduce counts as the full budget, and none counts as more than that.
  std::vector<double> seconds;
  /// Of runs; nothing without runs.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// Configuration `a` against `b`, from one crash's runs or all of them.
struct Comparison {
  double odds_ratio = 1, fisher_p = 1;
  /// Of seconds: above 0.5, a takes longer. Nothing where neither reproduces: there is no time to compare.
  struct Efficiency {
    double a12 = 0.5;
    RankSum wilcoxon;
  };
  std::optional<Efficiency> efficiency;
};

struct Pair {
  std::size_t a = 0, b = 0;  // indices of configurations
};

struct CrashAnalysis {
  std::string id;
  unsigned frames = 0;
  /// r_max: the most frames that any run of any configuration reproduced; a run counts as reproducing the crash if it
  /// reproduces that many. 0: none did.
  unsigned highest = 0;
  std::vector<Sample> samples;                         // per configuration
  std::vector<std::optional<Comparison>> comparisons;  // per pair; nothing if one has no runs
};

/// Of a pair, over all crashes.
struct PairSummary {
  std::optional<Comparison> pooled;             // from all runs of all crashes together
  unsigned better = 0, worse = 0;               // crashes where a reproduces significantly more, or less, often
  std::array<unsigned, 3> quicker{}, slower{};  // crashes where a is so, significantly; by effect: small, medium, large
  std::vector<double> a12;                      // of the crashes where the seconds differ significantly
  std::vector<double> saved;  // of those where a is quicker: 1 - mean seconds of a / mean seconds of b
};

struct ConfigurationSummary {
  Sample all;                  // the runs of all crashes
  unsigned crashes = 0;        // with at least one reproducing run
  std::vector<double> ratios;  // per crash that has runs
};

struct Analysis {
  double alpha = 0.01;
  double budget_seconds = 0;
  std::size_t runs = 0, planned = 0;
  std::size_t engines = 0;  // builds of reenact that the runs are from; 1 is as it should be
  std::vector<std::string> configurations;
  std::vector<Pair> pairs;
  std::vector<CrashAnalysis> crashes;
  std::vector<ConfigurationSummary> configuration_summaries;
  std::vector<PairSummary> pair_summaries;
};

/// With a baseline, every other configuration is compared with it; without, every later one with every earlier one.
/// REQUIRES: `baseline` is an index into the plan's configurations; 0 < alpha < 1.
[[nodiscard]] Analysis analyse(const Plan& plan, const std::vector<Run>& runs, std::optional<std::size_t> baseline,
                               double alpha);

}  // namespace reenact::study
