// The experiment of Tardis' paper (section 5): does the classifier choose more feasible path conditions than a queue?
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "study/tardis_program.h"

namespace reenact::study {

struct TardisStudyOptions {
  unsigned runs = 30;            // of each order; run r has seed + r
  std::uint64_t attempts = 400;  // at most, of one run; fewer where no path condition is left
  Seed seed{1};
};

/// After one attempt, all from the first on together.
struct TardisPoint {
  std::size_t feasible = 0, infeasible = 0;
  std::size_t produced = 0;  // feasible path conditions that runs have led to, attempted or not
  bool said_yes = false;     // the hard branch was reached
};

/// One order's runs, each with a point for each of its attempts.
struct TardisArm {
  std::string order;  // "knn" or "fifo"
  std::vector<std::vector<TardisPoint>> runs;
};

/// KNN's runs, and FIFO's: run r of both begins with the same object. Fewer runs when interrupted.
[[nodiscard]] std::vector<TardisArm> run_tardis(TardisInputs inputs, const TardisStudyOptions& options,
                                                const std::atomic<bool>& interrupted);

/// The infeasible attempts that the paper's setting has time for: 30 minutes, 5 threads, 180 s each. What a feasible one takes it does
/// not say; here that counts as nothing.
inline constexpr std::size_t kPapersAttempts = 30 * 60 * 5 / 180;

/// The point at which a run has used up so many infeasible attempts, or its last.
[[nodiscard]] TardisPoint when_infeasible(const std::vector<TardisPoint>& run, std::size_t attempts);
/// Mean of a count over the runs after so many attempts; a run that has ended counts as its last point.
[[nodiscard]] double mean_after(const TardisArm& arm, std::size_t attempts, std::size_t TardisPoint::* count);

/// Of one way to see the program.
struct TardisResult {
  TardisInputs inputs;
  std::vector<TardisArm> arms;
};
/// The page, and its plots by name: files of the folder "tardis" beside it.
struct TardisReport {
  std::string page;
  std::vector<std::pair<std::string, std::string>> plots;
};
[[nodiscard]] TardisReport report_of(const std::vector<TardisResult>& results, const TardisStudyOptions& options);

}  // namespace reenact::study
