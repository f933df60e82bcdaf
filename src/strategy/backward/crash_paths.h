// All preconditions of one condition of a crash: with few rounds of loops first, then with twice as many, and so on.
//
//   while (*q != 'x') { assert(mult <= max / 16); mult *= 16; --q; }      the assertion fails in the eighth round
//
// The paper goes through a loop's body once. That keeps the first answers cheap, but of this assertion nothing is found. How many rounds it
// takes, nothing says before.
//
// On the way out of a parser there are calls with more paths than anybody can go through. Where the outermost function is not reached for
// long, others take turns that look into fewer calls: what these return and write may be anything. That is a guess, which leaves what the
// trace's own functions ask for:
//
//   token = next_token(lexer);                  what next_token returns == STRING
//   if (token == STRING) decode(text, n);       *text == '\\'
#pragma once

#include <memory>
#include <vector>

#include "strategy/backward/executor.h"

namespace reenact::backward {

class CrashPaths {
 public:
  static constexpr std::size_t kMostRounds = 32;

  /// `enough`: preconditions of the outermost function, after which all calls are looked into again.
  CrashPaths(const Executor::Shared& shared, const BackwardOptions& options, std::vector<Level> levels, State start,
             std::size_t enough);

  /// As Executor::next(). If no path is left, the paths that were given up in loops are gone again with more rounds: all from the beginning, so
  /// what was found before comes again.
  [[nodiscard]] std::optional<Found> next(bool may_deepen, const std::function<bool()>& stop);
  /// With as many rounds as there may be, and looking into as few calls.
  [[nodiscard]] bool is_done() const;
  /// Were all paths gone through, none given up and nothing taken for granted? Then there is no other precondition.
  [[nodiscard]] bool has_gone_through_all() const;
  void add_counters(Counters& all) const;

 private:
  [[nodiscard]] Executor& deep() const { return *deep_.back(); }
  [[nodiscard]] bool can_deepen() const;
  [[nodiscard]] bool may_be_shallow() const;
  void start_shallow_if_due();
  [[nodiscard]] Executor* whose_turn(bool may_deepen);
  [[nodiscard]] std::unique_ptr<Executor> begin(const BackwardOptions& options) const;

  Executor::Shared shared_;
  BackwardOptions options_;
  std::vector<Level> levels_;
  State start_;
  std::vector<std::unique_ptr<Executor>> deep_;           // one for each number of rounds; the last one goes on
  std::vector<std::unique_ptr<Executor>> shallow_;        // each looks into fewer calls than the one before
  std::size_t steps_ = 0;                                 // of the one that was begun last
  std::size_t turn_ = 0;                                  // 0: the deep one's; i: that of shallow_[i - 1]
  std::size_t enough_;                                    // of what is counted here
  std::size_t found_by_deep_ = 0, found_by_shallow_ = 0;  // of the outermost level
};

}  // namespace reenact::backward
