// The study of STAR's paper (section 5) over a plan's crashes: preconditions and tests (its tables 4 and 5), and what the three
// optimisations bring (Table 6). Each crash is one reproduction by STAR alone, and one explanation for each set of optimisations.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "output/explanation_reader.h"
#include "study/plan.h"
#include "study/run.h"

namespace reenact::study {

/// The names of the study's configurations: the reproduction, and the explanations.
inline constexpr const char *kStarTest = "test", *kStarAll = "all", *kStarNone = "none";
inline constexpr std::array kStarSingle{"prune", "backtrack", "recognise"};  // one optimisation alone

/// The plan's crashes with the study's own configurations, once each: nothing in STAR is drawn by chance.
[[nodiscard]] Plan star_plan(Plan crashes);
/// The configurations that only the ablation needs.
[[nodiscard]] std::set<std::string> star_ablations();

/// What became of one crash. Frames are numbered from the innermost, from 1; 0: none.
struct StarCrash {
  std::string id;
  bool has_run = false;       // the reproduction has ended, the study may be cut short
  unsigned frames = 0;        // of the trace that are the project's
  unsigned precondition = 0;  // the highest frame with a precondition
  bool is_proven = false;     // that one
  unsigned exploited = 0;     // the highest frame of a test that fresh processes confirm
  /// The test has all frames and crashes as reported each time, and keeps what the library demands of its callers. The paper has
  /// people judge whether a test shows the bug; a test that has to break a demand, or begins inside of the trace, does not.
  bool is_useful = false;
  double seconds = 0;   // preconditions and composing, nothing else
  unsigned calls = 0;   // of the test
  std::string why_not;  // no test of the whole crash; empty: there is one
};

/// Table 6 of one crash: by the names of configurations; missing ones did not end, or ended in an error.
struct StarAblation {
  std::string id;
  std::optional<ExplanationSummary> none, all;
  std::array<std::optional<ExplanationSummary>, 3> single;  // as kStarSingle
  /// All five are there, and with all optimisations there is a precondition: only such are compared.
  [[nodiscard]] bool counts() const;
};

/// In the plan's order.
[[nodiscard]] std::vector<StarCrash> star_crashes(const Plan& plan, const std::vector<Run>& runs);
[[nodiscard]] std::vector<StarAblation> star_ablation(const Plan& plan, const std::vector<Run>& runs);

/// The page. `command` wrote it. `ablation` empty: without Table 6.
[[nodiscard]] std::string star_page(const Plan& plan, const std::vector<StarCrash>& crashes,
                                    const std::vector<StarAblation>& ablation, const std::string& command);

}  // namespace reenact::study
