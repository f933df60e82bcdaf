// Runs what a plan has and its database has not: each cell (crash, configuration, repeat) is a `reenact reproduce` of its
// own (or an `explain`, study/plan.h). First each subject is prepared (built into the cache), so that no cell pays for a build.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "study/database.h"
#include "study/plan.h"

namespace reenact::study {

struct StudyOptions {
  std::filesystem::path program;    // reenact
  std::filesystem::path cache;      // --cache of the runs
  std::filesystem::path temporary;  // ours; each run has a folder in it
  /// What each run writes stays below here, in CRASH/CONFIGURATION/REPEAT.
  std::filesystem::path runs_folder;
  unsigned jobs = 2;  // runs side by side
  /// Configurations of the plan that are not run this time.
  std::set<std::string> left_out = {};
  /// A subject that cannot be prepared ends the study; or else all its runs become rows with that error.
  bool keeps_going = false;
  std::function<void(const std::string&)> report;  // one line of progress
};

struct StudyOutcome {
  std::size_t cells = 0;  // of the plan
  std::size_t before = 0, now = 0;
  bool interrupted = false;
};

/// The database's runs afterwards are those of before and every one that has ended; ones that were under way when
/// `interrupted` became true, or when this program was killed, are not among them.
/// Errors: a database made for another plan, or in use by another study; a subject that cannot be prepared (all of
/// them are named, and no cell has run).
[[nodiscard]] Expected<StudyOutcome> run_study(const Plan& plan, Database& database, const StudyOptions& options,
                                               const Clock& clock, const std::atomic<bool>& interrupted);

}  // namespace reenact::study
