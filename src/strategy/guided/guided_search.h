// What the guided strategies share: tests with a call of M_crash in each, how they are bred, what is learnt from them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evolve/engine.h"
#include "generate/builder.h"
#include "generate/values.h"
#include "strategy/guided/breeding.h"
#include "strategy/guided/call_weights.h"
#include "strategy/guided/initial_tests.h"
#include "strategy/guided/novelty_archive.h"
#include "strategy/guided/options.h"
#include "strategy/guided/secondary.h"
#include "strategy/strategy.h"
#include "strategy/trials.h"

namespace reenact {

/// What a guided search is told, whichever it is.
struct GuidedSettings {
  GuidedOptions guided;
  BreedingOptions breeding;
  NoveltyOptions novelty = NoveltyOptions::none();
  bool bbc = false;  // secondary objective: fitness/block_coverage.h
};

/// `calls` and `pool` must outlive it, and what `context` refers to.
class GuidedSearch {
 public:
  GuidedSearch(const GuidedSettings& settings, const GoalCalls& calls, const ValuePool& pool,
               const SearchContext& context);
  GuidedSearch(const GuidedSearch&) = delete;
  GuidedSearch& operator=(const GuidedSearch&) = delete;

  [[nodiscard]] const GuidedSettings& settings() const { return settings_; }
  [[nodiscard]] Trials& trials() { return trials_; }
  [[nodiscard]] Random& random() { return context_.random; }
  [[nodiscard]] Breeder& breeder() { return breeder_; }
  [[nodiscard]] const Secondary& secondary() const { return secondary_; }
  [[nodiscard]] NoveltyArchive& novel() { return novel_; }
  [[nodiscard]] const NoveltyArchive& novel() const { return novel_; }
  [[nodiscard]] const CallChoice& calls() const { return calls_; }
  [[nodiscard]] double worst() const { return context_.fitness.worst(); }

  /// Why this search cannot go on at all; empty: it can.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }

  /// What others have told since this was last asked. Values worth trying are tried from now on; the tests are the caller's to use.
  [[nodiscard]] News heed_news();

  /// A new test; `tidied`: some are cut down to what their last call of M_crash depends on (GuidedOptions::slices).
  void make_initial(TestCase& out, bool tidied);

  /// Of the test to be born: its parent, if that is of the archive.
  void choose_parent(std::optional<NoveltyArchive::Parent> picked) { picked_ = picked; }

  /// Mutates, and notes by what and of whom the test came to be.
  void give_birth(TestCase& test);
  /// Runs the tests, and learns from them what the options say.
  evolve::Flow evaluate(std::span<const TestCase* const> tests, std::span<double> scores);

 private:
  void tidy_new(TestCase& test);
  void mend(TestCase& test) const;
  void learn(const TestCase& test, const Observation& run);
  void keep_novel(const TestCase& test, bool at_goal, double worth);
  void note_progress(std::span<const double> scores);

  const GuidedSettings settings_;
  const SearchContext context_;
  ValuePool pool_;
  TestBuilder builder_;
  CallChoice calls_;
  std::string obstacle_;
  std::size_t begun_with_ = 0;  // of SearchContext::earlier
  Trials trials_;
  Secondary secondary_;
  NoveltyArchive novel_;
  CallWeights weights_;
  Breeder breeder_;
  TestCase scratch_;
  double best_ = std::numeric_limits<double>::infinity();
  std::uint64_t since_best_ = 0;  // tests
  std::optional<NoveltyArchive::Parent> picked_;
  std::vector<std::optional<NoveltyArchive::Parent>> births_;  // whose this generation's offspring are, in order
};

}  // namespace reenact
