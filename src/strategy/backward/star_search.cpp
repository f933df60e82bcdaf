#include "strategy/backward/star_search.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <set>

#include "goal/crash_calls.h"
#include "strategy/backward/composer.h"
#include "strategy/backward/crash_paths.h"
#include "strategy/backward/explanation_writer.h"
#include "strategy/backward/words.h"
#include "strategy/trials.h"

namespace reenact {
namespace {

/// Of one question: whoever runs tests need not know for certain what can be. Most of what a tenth of these steps leaves undecided is decided with them, in hardly twice the time: Z3 spends it before the steps that it counts.
constexpr solver::SolverLimits kLimits{
    .time = std::chrono::milliseconds(5000), .memory_mb = 1024, .steps = 1'000'000, .expressions = 16'000};
constexpr std::size_t kMostCalls = 20;                  // the paper's longest sequence has 19 lines
constexpr std::size_t kMostPreconditions = 200;         // of the target that are composed
constexpr std::size_t kCandidatesPerPrecondition = 20;  // before the next one is looked for, whatever that takes
constexpr std::uint64_t kStepsOfFinding = 4;  // pieces of paths, before what can be composed has its turn again
constexpr int kMostOfTime = 4;                // beside others it takes at most a fourth of the time
constexpr std::uint64_t kStepsOfTurn = 32;    // of finding and composing, beside others where time is not measured
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kWorthTrying = 64;    // values told
constexpr std::size_t kMostWithheld = 100;  // tests
constexpr std::size_t kExplained = 3;       // preconditions of a frame that are shown, for each condition

}  // namespace

class StarSearch::Search {
 public:
  Search(const BackwardOptions& options, const SearchContext& context, StarParts parts)
      : options_(options), context_(context), parts_(std::move(parts)), trials_(context) {}

  Turn advance(const Slice& slice, Exchange& exchange) {
    trials_.begin(slice, exchange);
    const auto begin = parts_.clock->now();
    if ((!is_prepared_ && parts_.is_due && !parts_.is_due()) || has_had_its_share(begin)) return trials_.pass_turn();
    if (!joined_) joined_ = begin;
    if (parts_.pace != nullptr) seconds_per_test_ = parts_.pace->seconds_per_test();
    Turn turn = take_turn(begin, slice, exchange);
    const Clock::Duration took = parts_.clock->now() - begin;
    if (parts_.pace != nullptr) parts_.pace->take_apart(took);
    if (parts_.is_due) turn.tests = std::max(turn.tests, cost_of(took, slice));
    return turn;
  }

  SearchResult take() { return trials_.take(); }

 private:
  Turn take_turn(Clock::Duration begin, const Slice& slice, Exchange& exchange) {
    if (!is_prepared_)
      if (std::string why = prepare(); !why.empty()) {
        (void)explain(why);
        return trials_.give_up(std::move(why));
      }
    is_prepared_ = true;
    const auto is_late = [&] {
      return context_.budget.exhausted() ||
             used_ + (parts_.clock->now() - begin) > std::chrono::seconds(options_.seconds);
    };
    workshop_->stop_if(is_late);
    end_of_turn_ = parts_.is_due ? steps_of_finding_ + steps_of_composing_ + kStepsOfTurn : kNoLimit;
    compose(slice, exchange, [&] { return is_late() || is_turn_over(begin, slice); });
    used_ += parts_.clock->now() - begin;
    workshop_->stop_if({});
    const bool is_late_for_good = used_ > std::chrono::seconds(options_.seconds);
    const bool is_impossible =
        explain(is_late_for_good ? fmt::format("the time of {} s is over", options_.seconds) : "");
    if (trials_.done()) return trials_.end_turn();
    if (is_impossible && parts_.ends_if_impossible) return trials_.prove_impossible();
    const bool is_over = (composer_->is_done() && !has_paths()) || is_late_for_good;
    if (is_over && !withheld_.empty() && !is_late_for_good) {
      // Nothing else is left to do: that passes time, too, and with it what may not be broken.
      try_out(withheld_.front());
      return trials_.end_turn();
    }
    return is_over ? trials_.give_up(why_not()) : trials_.end_turn();
  }

  /// Finds preconditions and composes tests of them, one of each in turn, until a test has run or `is_over`.
  void compose(const Slice& slice, Exchange& exchange, const std::function<bool()>& is_over) {
    // A step may take a second, and one precondition all the time there is: while there is something to compose, it waits in between.
    std::uint64_t end_of_finding = kNoLimit;
    const auto finding = [&] { return ++steps_of_finding_ > end_of_finding || is_over(); };
    const auto composing = [&] { return ++steps_of_composing_, is_over(); };
    // No precondition waits until all that can be composed for those before is: that may have no end. And the next one may be the one whose
    // test needs no composing at all: looking for them takes as many steps.
    const auto enough = [&] { return !has_paths() ? kNoLimit : composed_ * kCandidatesPerPrecondition; };
    while (!trials_.turn_is_over() && !is_over()) {
      if (run_withheld()) continue;
      const bool wants_another = composer_->is_done() || composer_->counters().candidates >= enough() ||
                                 steps_of_finding_ <= steps_of_composing_;
      end_of_finding = composer_->is_done() ? kNoLimit : steps_of_finding_ + kStepsOfFinding;
      if (wants_another && !find_precondition(finding, exchange) && composer_->is_done()) break;
      if (const auto test = composer_->next(composer_->counters().candidates + 1, composing)) {
        run(*test);
        // Others have their turns between tests.
        if (!trials_.done() && slice.tests > 0) break;
      }
    }
  }

  /// Beside others a turn is as long as one of theirs.
  [[nodiscard]] bool is_turn_over(Clock::Duration begin, const Slice& slice) const {
    if (!parts_.is_due) return false;
    if (parts_.pace == nullptr) return steps_of_finding_ + steps_of_composing_ >= end_of_turn_;
    return cost_of(parts_.clock->now() - begin, slice) >= slice.tests;
  }

  /// One question to the solver may take as long as a hundred of the others' turns, and the portfolio forgets who owes what.
  [[nodiscard]] bool has_had_its_share(Clock::Duration now) const {
    return parts_.pace != nullptr && joined_ && used_ > (now - *joined_) / kMostOfTime;
  }

  /// Of a turn beside others, in their tests.
  [[nodiscard]] std::uint64_t cost_of(Clock::Duration turn, const Slice& slice) const {
    if (parts_.pace == nullptr) return slice.tests;
    return static_cast<std::uint64_t>(std::chrono::duration<double>(turn).count() / seconds_per_test_);
  }

  std::string prepare() {
    auto opened = parts_.open();
    if (!opened) return opened.error().message;
    bitcode_.emplace(std::move(*opened));
    const Goal& goal = context_.goal;
    workshop_ = std::make_unique<backward::Workshop>(*bitcode_, *goal.program, *parts_.graph, *parts_.clock,
                                                     options_.elements_apart, kLimits);
    words_ = std::make_unique<backward::Words>(workshop_->expressions(), workshop_->values(), workshop_->memory(),
                                               workshop_->places());
    composer_ = std::make_unique<backward::Composer>(*workshop_, context_.api, options_, kMostCalls);
    const std::span frames = std::span(goal.frames).first(goal.target.index() + 1);
    std::string cut;
    const std::size_t known = frames_in(levels_of(frames, *workshop_, cut));
    writer_ = std::make_unique<backward::ExplanationWriter>(goal, known, *words_, kExplained);
    if (known < frames.size()) return cut;
    explained_frames_ = known;
    const CallableIndex callables(context_.api);
    for (const std::vector<TargetFrame>& way : backward::ways_from_outside(goal, callables, *parts_.graph)) {
      std::string why_cut;
      std::vector<backward::Level> levels = levels_of(way, *workshop_, why_cut);
      if (frames_in(levels) < way.size()) continue;
      const Function& outermost = (*goal.program)[way.back().function];
      std::vector<CallableId> calls = callables.leading_to(outermost);
      std::erase_if(calls, [&](CallableId id) { return passes_range(context_.api[id]); });
      if (std::string why_none = begin_at(levels, calls, callables.destroyed_by(outermost)); !why_none.empty())
        return why_none;
    }
    if (paths_.empty())
      return fmt::format("{} cannot be called from outside", (*goal.program)[frames.back().function].name);
    return {};
  }

  /// Starts with each of the crash's conditions; the outermost level is what `last_calls` call, or the end of a test with an object of
  /// one of `destroyed`. Returns why there is none.
  std::string begin_at(const std::vector<backward::Level>& levels, const std::vector<CallableId>& last_calls,
                       const std::vector<TypeId>& destroyed) {
    backward::Executor finder(workshop_->shared(), options_, levels);
    backward::CrashConditions conditions =
        crash_conditions(*context_.goal.report, context_.goal.frames.front(), workshop_->shared(), finder);
    if (!conditions.none.empty()) return conditions.none;
    if (paths_.empty()) writer_->add_candidates(conditions.all);
    for (std::size_t i = 0; i < conditions.all.size(); ++i) {
      open_.push_back(paths_.size());
      starts_.push_back({.condition = i, .level = levels.size() - 1, .last_calls = last_calls, .destroyed = destroyed});
      paths_.emplace_back(workshop_->shared(), options_, levels, std::move(conditions.all[i].start), kExplained);
    }
    return {};
  }

  /// The next precondition of the target, of each of the crash's conditions in turn; false: there is none.
  bool find_precondition(const std::function<bool()>& stop, Exchange& exchange) {
    while (has_paths() && !stop()) {
      next_ %= open_.size();
      const std::size_t candidate = open_[next_];
      const Start& start = starts_[candidate];
      // More rounds of loops only where there is nothing else to do.
      const bool may_deepen = composer_->is_done();
      const auto found = composed_ < kMostPreconditions ? paths_[candidate].next(may_deepen, stop) : std::nullopt;
      if (!found) {
        if (stop()) return false;
        if (composed_ < kMostPreconditions && !paths_[candidate].is_done()) {
          // What waits for more rounds.
          if (++next_; next_ < open_.size()) continue;
          return false;
        }
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(next_));
        knows_more_ = knows_more_ || !has_paths();  // that there is nothing else
        continue;
      }
      if (found->frame && *found->frame < explained_frames_) {
        knows_more_ = writer_->note(*found, start.condition) || knows_more_;
        tell(*found, exchange);
      }
      // What calls may do that were not looked into, nobody can make them do.
      if (found->state.level != start.level || found->is_shallow) continue;
      ++next_;
      ++composed_;
      for (const CallableId last : start.last_calls) composer_->add(*found, last);
      for (const TypeId each : start.destroyed) composer_->add(*found, each);
      return true;
    }
    return false;
  }

  [[nodiscard]] bool has_paths() const { return !open_.empty(); }

  /// Tells what is known now, if it is more than before. `stopped`: why this is all. True: the target is proven impossible.
  bool explain(std::string stopped) {
    if (writer_ == nullptr || (!knows_more_ && stopped.empty())) return false;
    knows_more_ = false;
    Explanation explanation = writer_->written(paths_);
    explanation.stopped = std::move(stopped);
    explanation.seconds = std::chrono::duration<double>(used_).count();
    const bool is_impossible = innermost_impossible(explanation).has_value();
    if (parts_.explained) parts_.explained(std::move(explanation));
    return is_impossible;
  }

  void tell(const backward::Found& found, Exchange& exchange) {
    std::string formula;
    for (const backward::Clause& clause : found.state.clauses)
      if (const std::string each = words_->of(clause.condition); !each.empty())
        formula += (formula.empty() ? "" : " && ") + each;
    const bool is_proven = found.model && !found.state.is_guess;
    const EntryId told = *exchange.add(
        context_.self,
        Precondition{FrameIndex(*found.frame), formula, is_proven ? Certainty::kProven : Certainty::kGuessed});
    if (!found.model) return;
    for (const auto& [symbol, value] : found.model->values) {
      const unsigned width = workshop_->expressions().symbol(symbol).width;
      const auto number = static_cast<std::int64_t>(symbolic::as_signed(value, width));
      if (width >= 8 && width <= 64 && told_.size() < kWorthTrying && told_.insert(number).second)
        (void)exchange.add(context_.self, WorthTrying{number}, told);
    }
  }

  /// What breaks a contract waits until it may.
  void run(const TestCase& test) {
    if (context_.contracts != nullptr && !context_.contracts->allows(test)) {
      if (withheld_.size() < kMostWithheld) withheld_.push_back(test);
      return;
    }
    try_out(test);
  }

  void try_out(const TestCase& test) {
    const std::array tests{&test};
    std::array scores{context_.fitness.worst()};
    (void)trials_.run(tests, scores, [](std::size_t, const Observation&) {});
  }

  /// One of the tests that had to wait; false: none may be run by now.
  bool run_withheld() {
    const auto allowed =
        std::ranges::find_if(withheld_, [&](const TestCase& each) { return context_.contracts->allows(each); });
    if (allowed == withheld_.end()) return false;
    const TestCase test = std::move(*allowed);
    withheld_.erase(allowed);
    run(test);
    return true;
  }

  [[nodiscard]] std::string why_not() const {
    if (composed_ == 0)
      return fmt::format("no precondition of {} was found",
                         (*context_.goal.program)[context_.goal.frames[context_.goal.target.index()].function].name);
    std::string reasons;
    for (const auto& [why, times] : composer_->counters().given_up) reasons += fmt::format("; {}x: {}", times, why);
    return fmt::format(
        "none of {} composed tests crashes as reported ({} preconditions, {} drafts, {} of them implied by others, {} "
        "candidate calls{})",
        composer_->counters().tests, composed_, composer_->counters().drafts, composer_->counters().implied,
        composer_->counters().candidates, reasons);
  }

  const BackwardOptions options_;
  const SearchContext context_;
  const StarParts parts_;
  Trials trials_;
  bool is_prepared_ = false;
  std::optional<Bitcode> bitcode_;
  std::unique_ptr<backward::Workshop> workshop_;
  std::unique_ptr<backward::Words> words_;
  std::unique_ptr<backward::Composer> composer_;
  std::unique_ptr<backward::ExplanationWriter> writer_;
  /// What an executor begins at, and what a test calls in the end, or leaves to be destroyed.
  struct Start {
    std::size_t condition = 0, level = 0;  // the outermost level
    std::vector<CallableId> last_calls;
    std::vector<TypeId> destroyed;
  };
  std::vector<backward::CrashPaths> paths_;                      // for each condition of the crash and way to it
  std::vector<Start> starts_;                                    // theirs
  std::vector<std::size_t> open_;                                // of these, those that have paths left
  std::size_t explained_frames_ = 0, next_ = 0, composed_ = 0;   // next_: index into open_
  bool knows_more_ = false;                                      // than it has told
  std::uint64_t steps_of_finding_ = 0, steps_of_composing_ = 0;  // pieces of paths
  std::uint64_t end_of_turn_ = kNoLimit;                         // of both, together
  std::set<std::int64_t> told_;
  std::vector<TestCase> withheld_;  // they break contracts
  Clock::Duration used_{};
  std::optional<Clock::Duration> joined_;  // when its first turn began
  double seconds_per_test_ = 0;            // when this turn began; where parts_.pace is given
};

StarSearch::StarSearch(const BackwardOptions& options, const SearchContext& context, StarParts parts)
    : search_(std::make_unique<Search>(options, context, std::move(parts))) {}
StarSearch::~StarSearch() = default;
Turn StarSearch::advance(const Slice& slice, Exchange& exchange) { return search_->advance(slice, exchange); }
SearchResult StarSearch::take_result() { return search_->take(); }

}  // namespace reenact
