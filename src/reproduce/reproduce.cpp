#include "reproduce/reproduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <mutex>
#include <optional>
#include <set>

#include "build/assertions.h"
#include "contain/containment.h"
#include "crash/match.h"
#include "fitness/make_fitness.h"
#include "generate/report_values.h"
#include "goal/find_frames.h"
#include "goal/report_place.h"
#include "print/print.h"
#include "reproduce/kept_test.h"
#include "reproduce/late_strategies.h"
#include "run/fork_server.h"
#include "session/bridged_before.h"
#include "session/confirmed_search.h"
#include "session/demanded_contracts.h"
#include "session/first_calls.h"
#include "session/first_subject.h"
#include "session/islands.h"
#include "session/made_ahead.h"
#include "session/other_tests.h"
#include "session/portfolio.h"
#include "session/print_options.h"
#include "session/worker_options.h"
#include "strategy/guided/goal_calls.h"
#include "strategy/guided/neighbourhood.h"

namespace reenact {
namespace {

constexpr std::size_t kWatched = 400;  // functions around the goal whose coverage makes a test novel

class Reproducer {
 public:
  Reproducer(const CrashReport& report, const ReproduceOptions& options, const Clock& clock,
             const std::atomic<bool>& interrupted, ReproduceObserver& observer)
      : given_(report),
        options_(options),
        clock_(clock),
        interrupted_(interrupted),
        observer_(observer),
        random_(options.seed) {
    options_.subject.interrupted = &interrupted_;
  }

  Expected<Reproduction> run() {
    result_.frames_total = report_.subject_frames().size();
    phases_.begin("build");
    if (const auto ok = ended_early(build_and_search(), result_); !ok) return std::unexpected(ok.error());
    if (result_.status != Status::kReproduced && !missing_.empty())
      result_.lacks += (result_.lacks.empty() ? "" : "; ") + missing_;
    if (result_.status != Status::kReproduced && result_.explanation)
      if (const std::string why = why_impossible(*result_.explanation); !why.empty())
        result_.lacks = why + (result_.lacks.empty() ? "" : "; ") + result_.lacks;
    phases_.end();
    return std::move(result_);
  }

 private:
  Expected<void> build_and_search() {
    made_ahead_ = make_ahead(options_.subject);
    if (const auto ok = prepare(); !ok) return ok;
    result_.warnings = gaps_of(containment_here());
    const ChangedCommands commands = commands_changed_by(options_.subject);
    if (commands.by_check > 0)
      warn(fmt::format(
               "the report's crash was found by {}: {} of the project's compile commands do not ask for it, here "
               "they do",
               to_string(options_.subject.check), commands.by_check),
           result_);
    if (const std::size_t changed = commands.by_assertions; changed > 0)
      warn(options_.subject.assertions == Assertions::kOff
               ? fmt::format("{} of the project's compile commands do not define NDEBUG: here they do", changed)
               : fmt::format("{} of the project's compile commands define NDEBUG: here they do not, for the report's "
                             "build had assertions",
                             changed),
           result_);
    // The clean build is needed at the end only: what the frames need of it is made beside the search.
    make_checker();
    if (const auto ok = late_.prepare(result_); !ok) return ok;
    phases_.begin("search");
    search_began_ = clock_.now();
    if (const auto ok = search({options_.budget, options_.max_executions}); !ok) {
      if (result_.test_source.empty() || ok.error().kind == ErrorKind::kInterrupted) return ok;
      warn(ok.error().message, result_);
    }
    late_.end(result_);
    mark_reported_place();
    if (options_.other_tests && !result_.others.empty() && !interrupted_) return print_others();
    return {};
  }

  void make_checker() {
    if (made_ahead_.valid()) made_ahead_.wait();  // it would make the same
    checker_.emplace(subject_, options_.subject, options_.scratch, functions_of_frames());
  }

  /// Builds the subject and finds the report in it: with the likeliest calls, if these know all its frames.
  Expected<void> prepare() {
    if (const auto ok = take(prepare_first_subject(options_.subject, functions_reported())); !ok) return ok;
    const auto found = find_in_subject();
    if (waiting_calls(subject_) == 0 || (found && missing_.empty())) return found;
    return prepare_whole();
  }

  Expected<void> prepare_whole() {
    if (const auto ok = take(prepare_subject(options_.subject, functions_reported())); !ok) return ok;
    return find_in_subject();
  }

  Expected<void> take(Expected<Subject> subject) {
    if (!subject) return std::unexpected(subject.error());
    if (!options_.search.guided.loops) leave_out_loops(subject->api);
    if (!have_same_calls(subject_.api, subject->api)) earlier_.clear();
    subject_ = std::move(*subject);
    std::erase_if(earlier_, [this](const TestCase& test) { return !valid(test, subject_.api); });
    learn_of_callers(subject_, callers_for_report());
    graph_.emplace(subject_.program);
    usage_ = std::make_shared<const Usage>(subject_.examples.sequences, subject_.api);
    if (result_.notes.empty()) {
      result_.notes = subject_.notes;
      if (const std::size_t known = usage_->sequences().size(); known > 0 && options_.search.guided.usage)
        result_.notes.push_back(
            fmt::format("learnt of the project's tests and examples: {} sequences of calls", known));
    }
    return {};
  }

  /// What the crash itself may be about is not taken for granted.
  [[nodiscard]] CallerOptions callers_for_report() const {
    CallerOptions options = options_.search.goal.callers;
    if ((demanded_contracts(report_, subject_.api) & only(Contract::kNull)).any()) options.used_pointers = false;
    if (is_overflow(report_.kind)) options.room = false;
    return options;
  }

  Expected<void> find_in_subject() {
    report_ = given_;
    if (const auto named = name_function_of_place(report_, subject_.program); !named) return named;
    result_.frames_total = report_.subject_frames().size();  // a place alone has become a frame
    auto frames = find_frames(report_, subject_.program);
    if (!frames) return std::unexpected(with_why_left_out(frames.error()));
    missing_ = frames->missing;
    frames_ = frames->frames;
    result_.frames_of_the_program.clear();
    for (const FrameIndex frame : frames->of_the_program)
      result_.frames_of_the_program.push_back(report_.frames[frame.index()]);
    complete_report(report_, *frames, subject_.program);
    result_.frames_total -= frames->of_others.size();
    keep_shown_pointers(report_, subject_.api);
    return {};
  }

  /// Where a function of the report is not there because no call of it compiles, the compiler's words say more.
  [[nodiscard]] Error with_why_left_out(Error error) const {
    constexpr std::size_t kMost = 3;
    std::set<std::string> names, reasons;
    for (const FrameIndex frame : report_.subject_frames())
      names.insert(plain_name(report_.frames[frame.index()].function));
    for (const Dropped& each : subject_.api.dropped)
      if (reasons.size() < kMost && !is_waiting(each) && names.contains(plain_name(each.name)))
        reasons.insert(fmt::format("\n  left out: {} ({})", each.name, each.reason));
    const auto at = std::min(error.message.find("\n  next step"), error.message.size());
    error.message.insert(at, fmt::format("{}", fmt::join(reasons, "")));
    return error;
  }

  /// As they are spelled in the report, whatever the subject has added to it since: they decide which calls are bridged first.
  [[nodiscard]] std::vector<std::string> functions_reported() const {
    std::vector<std::string> names = given_.also_called;
    for (const FrameIndex frame : given_.subject_frames()) names.push_back(given_.frames[frame.index()].function);
    return names;
  }

  [[nodiscard]] std::vector<std::string> functions_of_frames() const {
    std::vector<std::string> names;
    for (const TargetFrame& frame : frames_) names.push_back(subject_.program[frame.function].linkage_name);
    return names;
  }

  /// A crash at the reported line that another stack led to is another crash, but not another bug: that is said.
  void mark_reported_place() {
    if (frames_.empty()) return;
    for (OtherCrash& other : result_.others)
      if (other.key[1] == frames_.front().function.value && other.key[2] == frames_.front().line.value)
        other.description += ": the reported place, reached in another way";
  }

  /// A goal, and what a search draws to reach it.
  struct Target {
    Goal goal;
    GoalCalls calls;
  };

  [[nodiscard]] Target target_at(FrameIndex frame) const {
    Goal goal{.report = &report_,
              .program = &subject_.program,
              .frames = frames_,
              .target = frame,
              .freed_by = find_deed(report_, OtherStack::Role::kFreed, subject_.program),
              .allocated_by = find_deed(report_, OtherStack::Role::kAllocated, subject_.program)};
    const GoalOptions& options = options_.search.goal;
    if (options.deciders && options.fitness == "staircase") goal.deciders = find_deciders(goal, *graph_);
    GoalCalls calls = goal_calls(goal, subject_.api, *graph_);
    if (!options_.search.guided.setters) calls.setters.clear();
    if (!options_.search.guided.reported_calls) calls.reported.clear();
    calls.usage = usage_;
    return {std::move(goal), std::move(calls)};
  }

  Expected<std::unique_ptr<ForkServer>> start_server(const Target& target, SeenOperands* operands) {
    auto run = worker_options(options_.subject, options_.scratch);
    if (!run) return std::unexpected(run.error());
    observe_goal(target.goal, *run);
    if (report_.kind == CrashKind::kStackOverflow) {
      constexpr unsigned kToFillAStack =
          15'000;  // ms: parsers that go through the rest of a text at each level take seconds
      run->test_stack_kb = static_cast<unsigned>(options_.search.goal.search_stack);
      run->alone_timeout_ms = kToFillAStack;
    }
    if (options_.search.novelty.any())
      run->watched = neighbourhood(target.goal, target.calls, subject_.api, *graph_, kWatched);
    run->operands = operands;
    return ForkServer::start(subject_.worker, subject_.program, subject_.api, *run);
  }

  Expected<Islands> start_islands(const Target& target, unsigned count, Rejections& rejections) {
    return Islands::make({.count = count,
                          .rejections = rejections,
                          .start = [&](SeenOperands* operands) { return start_server(target, operands); },
                          .fitness = [&] { return fitness_for(target.goal); },
                          .pool = values_for(target),
                          .tries_operands = options_.search.values.operand_values});
  }

  /// Of time and tests.
  struct Allowance {
    Clock::Duration time;
    std::uint64_t tests;
  };

  /// Where not all calls are bridged at once, half of what is allowed is for the likeliest ones, the rest for all.
  Expected<void> search(const Allowance& allowed) {
    const std::size_t waiting = waiting_calls(subject_);
    const std::uint64_t share = waiting == 0 ? 1 : 2;
    Budget budget(clock_, allowed.time / share, options_.is_limited() ? allowed.tests / share : ~0ULL, &interrupted_);
    if (waiting > 0)
      result_.notes.push_back(fmt::format(
          "{} calls of templates and inline functions wait: the search begins with the likeliest", waiting));
    if (const auto searched = search_frames(budget); !searched) return searched;
    result_.executions += budget.executions();
    const Allowance left{allowed.time + budget.lent() - budget.elapsed(),
                         options_.is_limited() ? allowed.tests - budget.executions() : ~0ULL};
    if (result_.status == Status::kReproduced || interrupted_) return keep_nearest_if_none(budget);
    if (is_obstructed_) return search_without_assertions(left);
    return waiting == 0 ? keep_nearest_if_none(budget) : search_with_all_calls(left);
  }

  Expected<void> search_with_all_calls(const Allowance& left) {
    begin_another_build();
    if (const auto ok = prepare_whole(); !ok) return ok;
    result_.notes.emplace_back("the search with the likeliest calls failed: all calls were bridged for another one");
    return search_in_another_build(left);
  }

  Expected<void> search_without_assertions(const Allowance& left) {
    begin_another_build();
    options_.subject.assertions = Assertions::kOff;
    is_obstructed_ = false;
    if (const auto ok = prepare(); !ok) return ok;
    make_checker();
    warn("an assertion failed where the report's build had gone on: the project is built without assertions (NDEBUG)",
         result_);
    return search_in_another_build(left);
  }

  void begin_another_build() {
    phases_.begin("build");
    late_.end(result_);
  }

  Expected<void> search_in_another_build(const Allowance& left) {
    if (const auto ok = late_.prepare(result_); !ok) return ok;
    // Functions have other numbers now.
    nearest_.reset();
    result_.others.clear();
    if (result_.test_source.empty()) result_.lacks.clear();
    phases_.begin("search");
    return search(left);
  }

  /// Has an assertion ended tests on the report's way, and nothing else brought the crash for a while? Then the report's build had
  /// none, as most that users have.
  [[nodiscard]] bool is_obstructed(const Budget& part, const std::vector<OtherCrash>& others) const {
    constexpr double kPatience = 0.3;  // of the budget
    const bool is_ruled_out =
        assertions_for(given_) == Assertions::kOn || options_.subject.assertions != Assertions::kAsBuilt;
    if (is_ruled_out || !options_.search.goal.drop_assertions || share_spent(part) < kPatience) return false;
    return std::ranges::any_of(
        others, [](const OtherCrash& each) { return each.kind == CrashKind::kAssertion && each.on_the_way; });
  }

  /// EvoCrash tries target frames from the outermost reproducible one inwards: each gets a share of the budget.
  Expected<void> search_frames(Budget& budget) {
    std::size_t outermost = frames_.size();
    if (options_.frame > 0) outermost = std::min(outermost, options_.frame);
    bool is_whole = true;  // the outermost frame that a public call reaches is still to come
    bool found = false;
    for (std::size_t k = outermost; k >= 1 && !found && !is_obstructed_ && !budget.exhausted(); k = next_target(k)) {
      const Target target = target_at(FrameIndex(k - 1));
      if (is_impossible(target.goal)) continue;
      if (target.calls.crash.empty()) {
        result_.lacks = fmt::format("no public call reaches frame {}", k);
        continue;
      }
      result_.notes.push_back(
          fmt::format("frame {}: {} calls reach it, {} more belong to its unit, {} set up arguments", k,
                      target.calls.crash.size(), target.calls.unit.size() - target.calls.crash.size(),
                      target.calls.setup.size() + target.calls.arguments.size()));
      // The outermost level is the whole crash: it gets two thirds, what lies inside only ever a part of it.
      const auto searched = search_frame(target, is_whole && k > 1 ? 2.0 / 3 : 1, budget);
      is_whole = false;
      if (!searched) return std::unexpected(searched.error());
      found = *searched;
    }
    return {};
  }

  /// What STAR has proven of a frame holds of all frames around it.
  [[nodiscard]] bool is_impossible(const Goal& goal) {
    const std::lock_guard lock(explaining_);
    if (!result_.explanation || !options_.search.goal.impossible_ends) return false;
    const auto frame = innermost_impossible(*result_.explanation);
    return frame && *frame <= goal.target.index();
  }

  /// The explanation that goes farthest out counts, of equals the last. Several searches may tell theirs at once.
  void keep_explanation(Explanation explanation) {
    const std::lock_guard lock(explaining_);
    if (!result_.explanation || explanation.frames.size() >= result_.explanation->frames.size())
      result_.explanation = std::move(explanation);
  }

  Expected<void> keep_nearest_if_none(Budget& budget) {
    return result_.test_source.empty() && nearest_ ? keep_nearest(budget) : Expected<void>();
  }

  /// Searches for `target` with that share of what is left of `budget`.
  Expected<bool> search_frame(const Target& target, double share, Budget& budget) {
    const auto left = std::chrono::duration<double>(budget.time() - budget.elapsed()) * share;
    Budget part(clock_, std::chrono::duration_cast<Clock::Duration>(left), budget.executions_left(), &interrupted_);
    auto found = search_frame(target, part);
    budget.spend(part.executions());
    budget.lengthen(part.lent());
    tests_before_ += part.executions();
    return found;
  }

  [[nodiscard]] std::size_t next_target(std::size_t k) const { return k > 4 ? k / 2 : k - 1; }

  Expected<bool> search_frame(const Target& target, Budget& budget) {
    Rejections rejections;
    const auto islands = start_islands(target, options_.jobs, rejections);
    if (!islands) return std::unexpected(islands.error());
    const auto names = strategies_in(options_.search.strategies);
    if (!names) return std::unexpected(names.error());
    const ContractTier contracts(subject_.api, budget, demanded_contracts(report_, subject_.api),
                                 options_.search.goal.well_formed);
    const bool is_alone = names->size() == 1;
    TestPace pace(budget, options_.jobs);
    TestPace* const measured = is_alone || options_.is_limited() ? nullptr : &pace;
    const auto spent = [&] { return Spent{share_spent(budget), tests_before_ + budget.executions()}; };
    const auto explained = [this](Explanation explanation) { keep_explanation(std::move(explanation)); };
    Portfolio portfolio(
        *names,
        [&](std::size_t strategy, std::size_t island, const SearchContext& context) -> std::unique_ptr<Strategy> {
          // No chance is in them: the others would do the same once more.
          const std::string& name = (*names)[strategy];
          if (island > 0 && (name == "star" || (name == "concolic" && !is_alone))) return nullptr;
          return make_strategy(name, options_.search, target.calls, islands->pool(island), context,
                               late_.concolic_parts(spent, measured),
                               late_.star_parts(spent, measured, *graph_, explained));
        },
        {target.goal, subject_.api, budget, &observer_, options_.search.portfolio, &contracts,
         [&](const std::vector<OtherCrash>& others) {
           if (is_obstructed(budget, others)) is_obstructed_ = true;
           return is_obstructed_.load();
         },
         is_alone || !options_.search.portfolio.begins_with_best ? std::span<const TestCase>() : earlier_});
    auto outcome = confirmed_search(*islands, rejections, budget)
                       .run({[&] { return portfolio.run(islands->all(random_)); },
                             [&](const TestCase& test) { return verified(target.goal, test); }});
    late_.pause();
    if (!outcome) return std::unexpected(outcome.error());
    if (outcome->is_confirmed) result_.found_by = outcome->strategy;
    if (outcome->nearest.best.size() > 0) earlier_.push_back(outcome->nearest.best);
    if (result_.lacks.empty() && outcome->nearest.best.size() == 0) result_.lacks = outcome->nearest.lacks;
    if (!nearest_ && outcome->nearest.best.size() > 0)
      nearest_ = {target, std::move(outcome->nearest), std::move(outcome->strategy)};
    return outcome->is_confirmed;
  }

  /// Of the whole budget, while `part` is spent.
  [[nodiscard]] double share_spent(const Budget& part) const {
    if (options_.is_limited())
      return static_cast<double>(tests_before_ + part.executions()) / static_cast<double>(options_.max_executions);
    return std::chrono::duration<double>(clock_.now() - search_began_) / std::chrono::duration<double>(options_.budget);
  }

  [[nodiscard]] std::unique_ptr<Fitness> fitness_for(const Goal& goal) const {
    const GoalOptions& options = options_.search.goal;
    return make_fitness(options.fitness, goal, options.staircase);
  }

  ConfirmedSearch confirmed_search(const Islands& islands, Rejections& rejections, Budget& budget) {
    return ConfirmedSearch({subject_, islands.executor(), islands.fitness(), rejections, budget, *checker_, clock_,
                            interrupted_, phases_, result_, options_.format});
  }

  /// As KeptTest::difference(), with the processor to itself.
  Expected<std::string> verified(const Goal& goal, const TestCase& test) {
    late_.pause();
    return kept_.difference(goal, test);
  }

  /// What is shown when no test is even a part of the crash.
  Expected<void> keep_nearest(Budget& budget) {
    Rejections rejections;
    const auto islands = start_islands(nearest_->target, 1, rejections);
    if (!islands) return std::unexpected(islands.error());
    const Goal& goal = nearest_->target.goal;
    const auto confirmed = confirmed_search(*islands, rejections, budget)
                               .keep_nearest(nearest_->found, print_options_for(goal, subject_.prelude).suite,
                                             [&](const TestCase& test) { return verified(goal, test); });
    if (!confirmed) return std::unexpected(confirmed.error());
    if (*confirmed) result_.found_by = nearest_->strategy;
    return {};
  }

  [[nodiscard]] ValuePool values_for(const Target& target) const {
    const ValueOptions& options = options_.search.values;
    ValuePool pool;
    if (options.constant_values) pool = constants_around(target.goal, target.calls, subject_.api, *graph_);
    pool.draws = options_.search.draws;
    if (options.examples) pool.examples = subject_.examples.texts;
    if (options.report_values) {
      add_report_values(pool, report_);
      pool.reported = reported_calls(subject_.api, report_);
    }
    // The texts that crash a part of the way are likely pieces of the one that crashes all of it: a fifth of the draws.
    const std::vector<std::string>& partial = kept_.partial_texts();
    for (std::size_t i = 0, most = pool.texts.size() / 4 + 1; !partial.empty() && i < most; ++i)
      pool.texts.push_back(partial[i % partial.size()]);
    return pool;
  }

  /// The tests of the other crashes, as files of their own.
  Expected<void> print_others() {
    phases_.begin("other crashes");
    auto server = start_server(target_at(FrameIndex(0u)), nullptr);
    if (!server) return std::unexpected(server.error());
    if (const auto ok = checker_->know_build(); !ok) return std::unexpected(ok.error());
    result_.build = checker_->build();
    OtherTestWriter writer(
        {subject_.program, subject_.api, **server, clock_, [this] { return interrupted_.load(); },
         [this](const TestCase& test, PrintOptions& print) { return checker_->choose_prelude(test, print); },
         options_.expect_crash, options_.format});
    OtherTests written = writer.write(result_.others);
    result_.other_tests = std::move(written.tests);
    result_.notes.insert(result_.notes.end(), written.notes.begin(), written.notes.end());
    return {};
  }

  const CrashReport given_;
  CrashReport report_ = given_;  // completed by what the subject says
  ReproduceOptions options_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  ReproduceObserver& observer_;
  Random random_;
  Subject subject_;
  std::optional<CallGraph> graph_;      // of subject_.program
  std::shared_ptr<const Usage> usage_;  // of subject_.api
  std::future<void> made_ahead_;
  std::optional<TestChecker> checker_;
  Clock::Duration search_began_{};
  std::uint64_t tests_before_ = 0;           // the part of the search that goes on
  std::atomic<bool> is_obstructed_ = false;  // is_obstructed() was true; several searchers ask at once
  std::vector<TargetFrame> frames_;
  struct Nearest {
    Target target;
    SearchResult found;
    std::string strategy;
  };
  std::vector<TestCase> earlier_;   // the best of each search so far
  std::optional<Nearest> nearest_;  // of the first goal, the whole crash; neither minimised nor printed yet
  std::string missing_;             // why frames of the report are not among `frames_`
  std::mutex explaining_;           // for result_.explanation while searches run
  Reproduction result_;
  LateStrategies late_{subject_, options_, clock_};
  KeptTest kept_{report_, subject_, frames_, options_, checker_, result_};
  PhaseLog phases_{clock_, observer_, result_.phases};
};

}  // namespace

Expected<Reproduction> reproduce(const CrashReport& report, const ReproduceOptions& options, const Clock& clock,
                                 const std::atomic<bool>& interrupted, ReproduceObserver& observer) {
  return Reproducer(report, options, clock, interrupted, observer).run();
}

}  // namespace reenact
