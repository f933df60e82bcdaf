// The study of Beacon's paper (section VI): each case repeated, once with the usual sizes (Table I) and over a grid of
// population and individual sizes (figures 1 to 6).
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "study/beacon_cases.h"

namespace reenact::study {

/// Repeats searches of one case, whose subject is built once. Repeat r runs with seed + r.
class BeaconRunner {
 public:
  BeaconRunner(FindSession& session, const Clock& clock, const std::atomic<bool>& interrupted, Seed seed)
      : session_(session), clock_(clock), interrupted_(interrupted), seed_(seed) {}

  /// `repeats` searches, none of them repeated on failure. A run finds if its test, alone in a process, does all
  /// that is described. Ends early when interrupted: the means are those of the runs that ended.
  [[nodiscard]] Expected<BeaconMeasures> repeat(const BeaconOptions& options, unsigned repeats);

 private:
  struct Run {
    double milliseconds = 0, generations = 0, lines = 0;
    bool found = false;
  };
  [[nodiscard]] Expected<Run> run(const BeaconOptions& options, Seed seed);

  FindSession& session_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  Seed seed_;
};

struct BeaconRow {
  std::string name;
  BeaconMeasures measured;
  std::optional<BeaconMeasures> published;
};
/// Table I as text: what was measured, and beside it what was published.
[[nodiscard]] std::string beacon_table(const std::vector<BeaconRow>& rows);

/// Values by population (rows, top to bottom) and individual size (columns).
struct HeatMap {
  std::string title;
  std::vector<std::size_t> populations, sizes;
  std::vector<std::vector<double>> values;  // [population][size]
  double least = 0, most = 1;               // of the colours
};
/// The heat map as the paper draws it: the value in each cell, darker = more.
[[nodiscard]] std::string svg(const HeatMap& map);

}  // namespace reenact::study
