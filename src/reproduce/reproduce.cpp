#include "reproduce/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <optional>

#include "crash/match.h"
#include "fitness/make_fitness.h"
#include "reproduce/goal_builder.h"
#include "reproduce/other_tests.h"
#include "reproduce/rejecting_fitness.h"
#include "reproduce/report_place.h"
#include "reproduce/test_checker.h"
#include "reproduce/test_names.h"
#include "run/fork_server.h"
#include "strategy/moho/moho_search.h"
#include "strategy/random/random_search.h"
#include "testcase/minimise.h"
#include "testcase/print.h"
#include "testcase/report_values.h"

namespace reenact {
namespace {

/// How a test is written down where there is a choice (testcase/print.h).
struct PrintForm {
  bool texts_on_heap = false, move_values = false;
  // --expect-crash: what the crash of the report's kind looks like to GoogleTest
  bool thrown_type_is_public = true, throw_escapes = true;
};

constexpr std::size_t kWatched = 400;  // functions around the goal whose coverage makes a test novel

class Reproducer {
 public:
  Reproducer(const CrashReport& report, const ReproduceOptions& options, const Clock& clock,
             const std::atomic<bool>& interrupted, ReproduceObserver& observer)
      : report_(report),
        options_(options),
        clock_(clock),
        interrupted_(interrupted),
        observer_(observer),
        random_(options.seed) {}

  Expected<Reproduction> run() {
    begin("build");
    auto subject = prepare_subject(options_.subject);
    if (!subject) return std::unexpected(subject.error());
    subject_ = std::move(*subject);
    result_.notes = subject_.notes;
    if (const auto named = name_function_of_place(report_, subject_.program); !named)
      return std::unexpected(named.error());
    auto frames = find_frames(report_, subject_.program);
    if (!frames) return std::unexpected(frames.error());
    result_.notes.insert(result_.notes.end(), frames->notes.begin(), frames->notes.end());
    frames_ = std::move(frames->frames);
    for (const FrameIndex frame : frames->of_the_program) report_.frames[frame.index()].owner = FrameOwner::kDriver;
    result_.frames_total = report_.subject_frames().size();
    // The clean build is needed at the end only: it goes on beside the search.
    SubjectOptions quiet = options_.subject;
    quiet.progress = nullptr;
    quiet.jobs = 1;
    clean_ = std::async(std::launch::async, [quiet] { return build_clean(quiet); });
    begin("search");
    if (const auto ok = search_frames(); !ok) return std::unexpected(ok.error());
    if (options_.other_tests && !result_.others.empty() && !interrupted_)
      if (const auto ok = print_others(); !ok) return std::unexpected(ok.error());
    end();
    return std::move(result_);
  }

 private:
  void begin(const std::string& name) {
    end();
    observer_.phase(name);
    result_.phases.push_back({name, 0});
    phase_start_ = clock_.now();
  }
  void end() {
    if (!result_.phases.empty())
      result_.phases.back().seconds += std::chrono::duration<double>(clock_.now() - phase_start_).count();
    phase_start_ = clock_.now();
  }

  Expected<std::unique_ptr<ForkServer>> start_server(const Goal& goal) {
    RunOptions run;
    for (const TargetFrame& frame : goal.frames)
      if (std::ranges::find(run.enabled, frame.function) == run.enabled.end()) run.enabled.push_back(frame.function);
    if (options_.guided.novelty > 0) run.watched = neighbourhood(goal, kWatched);
    for (std::size_t i = 0; i <= goal.target.index() && i < kMaxContext; ++i)
      run.context.push_back({goal.frames[i].function, goal.frames[i].line});
    run.scratch = options_.scratch / "run";
    std::filesystem::create_directories(run.scratch);
    run.lanes = std::max(1u, options_.jobs);
    run.address_sanitizer = options_.subject.sanitizers.address;
    run.ubsan_check = options_.subject.sanitizers.undefined;
    if (run.address_sanitizer) run.test_timeout_ms = 1000;
    if (options_.operand_values) run.operands = &operands_;
    return ForkServer::start(subject_.worker, subject_.program, subject_.api, run);
  }

  /// EvoCrash tries target frames from the outermost reproducible one inwards: each gets a share of the budget. What is
  /// left when a part of the crash is reproduced goes to the whole again.
  Expected<void> search_frames() {
    Budget budget(clock_, options_.budget, options_.max_executions, &interrupted_);
    std::size_t outermost = frames_.size();
    if (options_.frame > 0) outermost = std::min(outermost, options_.frame);
    std::optional<Goal> whole;  // the outermost frame that a public call reaches
    bool found = false;
    for (std::size_t k = outermost; k >= 1 && !found && !budget.exhausted(); k = next_target(k)) {
      const Goal goal = make_goal(report_, subject_.program, subject_.api, frames_, FrameIndex(k - 1));
      if (goal.crash_calls.empty()) {
        result_.lacks = fmt::format("no public call reaches frame {}", k);
        continue;
      }
      result_.notes.push_back(fmt::format(
          "frame {}: {} calls reach it, {} more belong to its unit, {} set up arguments", k, goal.crash_calls.size(),
          goal.unit_calls.size() - goal.crash_calls.size(), goal.setup_calls.size()));
      const bool is_whole = !whole;
      if (is_whole) whole = goal;
      // The outermost level is the whole crash: it gets two thirds, what lies inside only ever a part of it.
      const auto searched = search_frame(goal, is_whole && k > 1 ? 2.0 / 3 : 1, budget);
      if (!searched) return std::unexpected(searched.error());
      found = *searched;
      if (found && !is_whole && !budget.exhausted())
        if (const auto again = search_frame(*whole, 1, budget); !again) return std::unexpected(again.error());
    }
    result_.executions = budget.executions();
    return {};
  }

  /// Searches for `goal` with that share of what is left of `budget`.
  Expected<bool> search_frame(const Goal& goal, double share, Budget& budget) {
    const auto left = std::chrono::duration<double>(options_.budget - budget.elapsed()) * share;
    Budget part(clock_, std::chrono::duration_cast<Clock::Duration>(left), budget.executions_left(), &interrupted_);
    auto found = search_frame(goal, part, goal.target.index() + 1);
    budget.spend(part.executions());
    return found;
  }

  [[nodiscard]] std::size_t next_target(std::size_t k) const { return k > 4 ? k / 2 : k - 1; }

  Expected<bool> search_frame(const Goal& goal, Budget& budget, std::size_t k) {
    auto server = start_server(goal);
    if (!server) return std::unexpected(server.error());
    const auto inner = make_fitness(options_.fitness, goal,
                                    options_.graded_exception ? ExceptionMeasure::kGraded : ExceptionMeasure::kBinary);
    if (inner == nullptr) return usage_error(fmt::format("unknown fitness function '{}'", options_.fitness));
    RejectingFitness fitness(*inner);
    ValuePool pool;
    if (options_.constant_values) pool = make_value_pool(subject_.program, neighbourhood(goal, 120));
    if (options_.report_values) add_report_values(pool, report_);
    // The texts that crash a part of the way are likely pieces of the one that crashes all of it: a fifth of the draws.
    for (std::size_t i = 0, most = pool.texts.size() / 4 + 1; !partial_texts_.empty() && i < most; ++i)
      pool.texts.push_back(partial_texts_[i % partial_texts_.size()]);
    if (options_.operand_values) pool.seen = &operands_;
    std::unique_ptr<Strategy> strategy;
    if (options_.strategy == "genetic")
      strategy = std::make_unique<GuidedSearch>(options_.guided, pool);
    else if (options_.strategy == "moho")
      strategy = std::make_unique<MohoSearch>(options_.guided, pool);
    else if (options_.strategy == "random")
      strategy = std::make_unique<RandomSearch>(pool);
    else
      return usage_error(fmt::format("unknown strategy '{}': genetic, moho and random are there", options_.strategy));
    // A test that the fresh process does not confirm is no answer: go on while there is time.
    for (int attempt = 0; attempt < 5 && !budget.exhausted(); ++attempt) {
      const std::uint64_t before = budget.executions();
      auto found = strategy->search({goal, fitness, **server, budget, random_, &observer_});
      if (!found) return std::unexpected(found.error());
      result_.search_executions += budget.executions() - before;
      result_.generations += found->generations;
      merge(result_.others, std::move(found->others));
      if (found->best.size() == 0) return false;
      if (found->fitness > 0) {
        if (result_.test_source.empty()) keep_best(goal, found->best, found->fitness, found->lacks);
        return false;
      }
      begin("minimise");
      const TestCase small = minimised(found->best, **server, fitness, budget);
      begin("verify");
      auto verdict = verify(goal, small, k);
      if (verdict) k = widened(goal, small, k, *verdict);
      if (!verdict) {
        // The search ran compiled thunks; the printed form of the same calls may still not compile.
        if (result_.test_source.empty()) keep_best(goal, small, found->fitness, "the printed test does not compile");
        result_.notes.push_back(verdict.error().message);
        begin("search");
        continue;
      }
      if (verdict->status == VerdictStatus::kReproduced ||
          (result_.status == Status::kNotReproduced && verdict->status == VerdictStatus::kPartial) ||
          result_.test_source.empty())
        keep_verdict(goal, small, *verdict, k);
      if (verdict->status == VerdictStatus::kReproduced) return true;
      result_.notes.push_back(fmt::format("a test found by the search was not confirmed: {}\n{}", verdict->difference,
                                          print(goal, small, false)));
      const auto fed_back =
          (*server)->run_alone(small, [&](const Observation& run) { fitness.reject(run, verdict->difference); });
      if (!fed_back) return std::unexpected(fed_back.error());
      begin("search");
    }
    return false;
  }

  TestCase minimised(const TestCase& test, ForkServer& server, Fitness& fitness, Budget& budget) {
    const auto start = clock_.now();
    const auto still_crashes = [&](const TestCase& candidate) {
      bool same = false;
      budget.spend(1);
      if (!server.run_alone(candidate, [&](const Observation& run) { same = fitness.evaluate(run) <= 0; }))
        return false;
      return same;
    };
    // Not the budget's time: a found crash deserves a readable test; but not for ever.
    return minimise(test, subject_.api, still_crashes,
                    [&] { return interrupted_.load() || clock_.now() - start > std::chrono::seconds(10); });
  }

  PrintOptions print_options(const Goal& goal, bool expect_crash) const {
    const Function& target = subject_.program[goal.frames.front().function];
    PrintOptions print;
    print.suite = test_suite(target.linkage_name);
    print.name = test_name(shown_kind_, report_.exception_type);
    std::string what(to_string(shown_kind_));
    if (report_.kind == CrashKind::kAssertion) what = fmt::format("Assertion `{}' failed", report_.message);
    if (report_.kind == CrashKind::kCppException)
      what = report_.exception_type + (report_.message.empty() ? "" : ": " + report_.message);
    if (report_.kind == CrashKind::kUndefinedBehaviour) what = report_.message;
    print.comment = {fmt::format("{} in {} ({}:{}).", what, plain_name(target.linkage_name),
                                 std::filesystem::path(target.file).filename().string(),
                                 goal.frames.front().line.value)};
    print.prelude = prelude_.empty() ? subject_.prelude : prelude_;
    print.expect_crash = expect_crash;
    print.kind = report_.kind;
    print.exception_type = report_.exception_type;
    print.message = report_.message;
    print.texts_on_heap = form_.texts_on_heap;
    print.move_values = form_.move_values;
    if (!form_.thrown_type_is_public) print.exception_type.clear();
    if (!form_.throw_escapes) print.kind = CrashKind::kAbort;
    return print;
  }

  std::string print(const Goal& goal, const TestCase& test, bool expect_crash) const {
    return print_gtest(test, subject_.api, print_options(goal, expect_crash));
  }

  /// The subject without probes is there behind this.
  Expected<void> finish_clean_build() {
    if (!clean_.valid()) return {};
    auto build = clean_.get();
    if (!build) return std::unexpected(build.error());
    result_.build = std::move(*build);
    result_.build.compile_flags.insert(result_.build.compile_flags.end(), added_flags_.begin(), added_flags_.end());
    // Tests need the include folders the prelude was found with.
    for (const std::string& flag : subject_.includer_flags)
      if (flag.starts_with("-I") &&
          std::ranges::find(result_.build.compile_flags, flag) == result_.build.compile_flags.end())
        result_.build.compile_flags.push_back(flag);
    return {};
  }

  Expected<Verdict> verify(const Goal& goal, const TestCase& test, std::size_t k) {
    if (const auto ok = finish_clean_build(); !ok) return std::unexpected(ok.error());
    CheckRequest request;
    request.work_dir = options_.scratch / "check";
    std::filesystem::create_directories(request.work_dir);
    request.build = result_.build;
    request.report = &report_;
    request.frames = k;
    return check_forms(goal, test, request);
  }

  /// A test that was looked for by its innermost `k` frames may have more of the report's: then verified for these too.
  /// Returns how many frames `verdict` is about.
  std::size_t widened(const Goal& goal, const TestCase& test, std::size_t k, Verdict& verdict) {
    const std::size_t most = options_.frame > 0 ? std::min(options_.frame, result_.frames_total) : result_.frames_total;
    if (verdict.status != VerdictStatus::kReproduced || k >= most) return k;
    const std::size_t seen = match(report_, verdict.observed, most).frames_matched;
    if (seen <= k) return k;
    auto wider = verify(goal, test, seen);
    if (!wider || wider->status != VerdictStatus::kReproduced) return k;
    verdict = std::move(*wider);
    return seen;
  }

  /// One test case can be written down in several ways; the most readable one that crashes as reported is the test.
  /// What the model does not say decides: whether the text's heap block matters, whether a parameter takes an rvalue.
  Expected<Verdict> check_forms(const Goal& goal, const TestCase& test, CheckRequest& request) {
    const bool overflow = report_.kind == CrashKind::kHeapOverflow;
    std::vector<PrintForm> forms{{overflow, false}, {!overflow, false}};
    PrintOptions plain = print_options(goal, false);
    prelude_.clear();
    if (subject_.prelude.size() > 1 && choose_prelude(test, plain)) prelude_ = plain.prelude;
    std::optional<Expected<Verdict>> best;
    PrintForm best_form = forms.front();
    std::string tried;
    for (std::size_t i = 0; i < forms.size(); ++i) {
      form_ = forms[i];
      request.test_source = print(goal, test, false);
      if (request.test_source == tried) continue;
      tried = request.test_source;
      auto verdict = check(request);
      if (!verdict && verdict.error().kind == ErrorKind::kSubject && !form_.move_values)
        forms.insert(forms.begin() + static_cast<std::ptrdiff_t>(i) + 1, {form_.texts_on_heap, true});
      const bool better = !best || (verdict && (!*best || verdict->frames_matched > (*best)->frames_matched ||
                                                verdict->status == VerdictStatus::kReproduced));
      if (better) {
        best = std::move(verdict);
        best_form = form_;
      }
      if (*best && (*best)->status == VerdictStatus::kReproduced) break;
    }
    form_ = best_form;
    // gdb's `bt` does not say where a memory access went: the verdict's own run does.
    if (*best && (*best)->status == VerdictStatus::kReproduced) shown_kind_ = (*best)->observed.kind;
    if (options_.expect_crash && *best && (*best)->status == VerdictStatus::kReproduced)
      choose_expectation(goal, test, request);
    return std::move(*best);
  }

  /// A thrown type may be a secret of its file; an exception may end in std::terminate on its way out.
  void choose_expectation(const Goal& goal, const TestCase& test, CheckRequest& request) {
    if (report_.kind != CrashKind::kCppException) return;
    for (const bool is_public : {true, false}) {
      form_.thrown_type_is_public = is_public;
      request.test_source = print(goal, test, true);
      if (const auto passed = passes(request); passed && *passed) return;
    }
    form_.throw_escapes = false;
  }

  bool choose_prelude(const TestCase& test, PrintOptions& print) const {
    CheckRequest request;
    request.work_dir = options_.scratch / "check";
    request.build = result_.build;
    return reenact::choose_prelude(test, subject_, request, print);
  }

  void keep_best(const Goal& goal, const TestCase& test, double fitness, const std::string& lacks) {
    result_.fitness = fitness;
    result_.lacks = lacks;
    result_.statements = test.calls();
    result_.test_source = print(goal, test, options_.expect_crash);
  }

  void keep_verdict(const Goal& goal, const TestCase& test, const Verdict& verdict, std::size_t k) {
    const bool whole = k == result_.frames_total || (options_.frame != 0 && k == options_.frame);
    keep_best(goal, test, 0, verdict.difference);
    result_.verdict = verdict;
    result_.frames_reproduced = verdict.frames_matched;
    result_.status = verdict.status == VerdictStatus::kReproduced ? (whole ? Status::kReproduced : Status::kPartial)
                     : verdict.status == VerdictStatus::kPartial  ? Status::kPartial
                                                                  : Status::kNotReproduced;
    if (result_.status == Status::kPartial)
      for (const Statement& each : test.statements)
        if (each.kind == StatementKind::kText) partial_texts_.emplace_back(test.text_of(each));
    if (verdict.status == VerdictStatus::kReproduced && !whole)
      result_.lacks = fmt::format("the {} innermost of {} frames are reproduced", k, result_.frames_total);
  }

  /// The tests of the other crashes, as files of their own.
  Expected<void> print_others() {
    begin("other crashes");
    const Goal goal = make_goal(report_, subject_.program, subject_.api, frames_, FrameIndex(0u));
    auto server = start_server(goal);
    if (!server) return std::unexpected(server.error());
    if (const auto ok = finish_clean_build(); !ok) return std::unexpected(ok.error());
    OtherTestWriter writer({subject_.program, subject_.api, **server, clock_, [this] { return interrupted_.load(); },
                            [this](const TestCase& test, PrintOptions& print) { return choose_prelude(test, print); },
                            options_.expect_crash});
    OtherTests written = writer.write(result_.others);
    result_.other_tests = std::move(written.tests);
    result_.notes.insert(result_.notes.end(), written.notes.begin(), written.notes.end());
    return {};
  }

  CrashReport report_;
  const ReproduceOptions& options_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  ReproduceObserver& observer_;
  Random random_;
  Subject subject_;
  std::vector<TargetFrame> frames_;
  std::vector<std::string> added_flags_;
  std::vector<std::string> partial_texts_;  // of tests that reproduce inner frames only
  std::future<Expected<TestBuild>> clean_;
  PrintForm form_;
  CrashKind shown_kind_ = report_.kind;
  SeenOperands operands_;             // of all target frames tried
  std::vector<std::string> prelude_;  // of the test being checked; empty: all of the subject's public headers
  Reproduction result_;
  Clock::Duration phase_start_{};
};

}  // namespace

Sanitizers sanitizers_for(const CrashReport& report) {
  Sanitizers result;
  switch (report.kind) {
    case CrashKind::kHeapOverflow:
    case CrashKind::kStackBufferOverflow:
    case CrashKind::kGlobalOverflow:
    case CrashKind::kUseAfterFree:
    case CrashKind::kDoubleFree:
      result.address = report.dialect == Dialect::kAddressSanitizer;
      break;
    case CrashKind::kUndefinedBehaviour:
      result.undefined = report.ubsan_check;
      break;
    default:
      break;
  }
  return result;
}

Expected<Reproduction> reproduce(const CrashReport& report, const ReproduceOptions& options, const Clock& clock,
                                 const std::atomic<bool>& interrupted, ReproduceObserver& observer) {
  return Reproducer(report, options, clock, interrupted, observer).run();
}

}  // namespace reenact
