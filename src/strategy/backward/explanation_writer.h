// How an explanation comes to be: what executors find, in words.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "strategy/backward/crash_paths.h"
#include "strategy/backward/explanation.h"
#include "strategy/backward/trace.h"
#include "strategy/backward/words.h"

namespace reenact::backward {

class ExplanationWriter {
 public:
  /// Of the `levels` innermost frames of `goal`. Of a frame, `enough` preconditions are kept for each candidate. `words` must outlive it.
  ExplanationWriter(const Goal& goal, std::size_t levels, Words& words, std::size_t enough);

  void add_candidates(const std::vector<CrashCondition>& all);
  /// False: it was known already, or there are enough.
  bool note(const Found& found, std::size_t candidate);
  /// What is known now. `paths`: one for each candidate, whether it has come to its end or not. A frame without a precondition cannot be
  /// if each of them has gone through all.
  [[nodiscard]] Explanation written(std::span<const CrashPaths> paths) const;

 private:
  [[nodiscard]] ExplainedCondition explained(const Clause& clause);

  Words& words_;
  std::size_t enough_;
  bool may_be_wild_;  // the pointer, and not null: what was overwritten, no path tells
  Explanation all_;
};

}  // namespace reenact::backward
