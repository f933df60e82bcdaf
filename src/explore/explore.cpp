#include "explore/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/files.h"
#include "explore/crash_tests.h"
#include "explore/extension.h"
#include "explore/oracles.h"
#include "explore/sanitized_suite.h"
#include "explore/suite.h"
#include "explore/suite_search.h"
#include "explore/unit.h"
#include "session/concolic_subject.h"
#include "session/phase_log.h"
#include "session/test_checker.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kReducing{20};

class Explorer {
 public:
  Explorer(const ExploreRequest& request, const Clock& clock, const std::atomic<bool>& interrupted,
           ReproduceObserver& observer)
      : request_(request),
        clock_(clock),
        interrupted_(interrupted),
        observer_(observer),
        random_(request.seed),
        options_{request.search, request.subject, request.scratch} {
    options_.subject.interrupted = &interrupted_;
  }

  Expected<ExploredUnit> run() {
    phases_.begin("build");
    if (!request_.given.empty()) {
      given_ = read_file(request_.given);
      if (!given_) return usage_error(fmt::format("{}: the suite cannot be read", request_.given.string()));
    }
    // Before the build, which takes longer: a revision may be misspelt.
    Changes changes;
    if (request_.unit.empty()) {
      auto found = changes_since(request_.changed_since, options_.subject, request_.scratch);
      if (!found) return std::unexpected(found.error());
      changes = std::move(*found);
    }
    auto subject = prepare_subject(options_.subject);
    if (!subject) return std::unexpected(subject.error());
    subject_ = std::move(*subject);
    leave_out_loops(subject_.api);
    const auto left_out = static_cast<std::ptrdiff_t>(subject_.notes.size());
    learn_of_callers(subject_, options_.search.goal.callers);
    result_.notes.insert(result_.notes.end(), subject_.notes.begin() + left_out, subject_.notes.end());
    auto unit = request_.unit.empty() ? find_touched(subject_, changes, request_.changed_since)
                                      : find_unit(subject_, request_.unit);
    if (!unit) return std::unexpected(unit.error());
    unit_ = std::move(*unit);
    result_.unit = unit_.name;
    if (request_.unit.empty())
      for (const FunctionId id : unit_.functions) result_.functions.push_back(subject_.program[id].name);
    auto server = start_observing(subject_, unit_, options_);
    if (!server) return std::unexpected(server.error());
    server_ = std::move(*server);
    auto found = search();
    if (!found) return std::unexpected(found.error());
    // Ctrl-C ends the search, and what takes long behind it; what was found is still written, and that takes a moment.
    options_.subject.interrupted = nullptr;
    if (const auto done = write(*found); !done) return std::unexpected(done.error());
    phases_.end();
    result_.interrupted = interrupted_;
    return std::move(result_);
  }

 private:
  Expected<FoundTests> search() {
    // Both builds come before the search, so that none of its budget goes into them.
    fs::path concolic;
    const auto names = strategies_in(options_.search.strategies);
    if (!names) return std::unexpected(names.error());
    if (std::ranges::find(*names, "concolic") != names->end()) {
      auto worker = prepare_concolic_worker(subject_, options_.subject);
      if (!worker) return std::unexpected(worker.error());
      concolic = std::move(*worker);
    }
    phases_.begin("search");
    // Goes on beside the search, and is not ended by Ctrl-C: what was found is still to be written.
    SubjectOptions clean = options_.subject;
    clean.interrupted = nullptr;
    checker_.emplace(subject_, clean, request_.scratch);
    Budget budget(clock_, request_.budget, request_.max_executions, &interrupted_);
    auto found = find_tests(subject_, unit_, *server_, concolic, options_, clock_, budget, random_, observer_);
    if (!found) return found;
    result_.executions = budget.executions();
    result_.paths = found->paths;
    result_.items = found->items;
    result_.items_covered = found->covered;
    if (!found->stopped.empty()) result_.notes.push_back(found->stopped);
    return found;
  }

  Expected<void> write(const FoundTests& found) {
    phases_.begin("reduce");
    if (found.tests.empty())
      return subject_error(fmt::format("no test of '{}' ended well within the budget: {} crashes were met", unit_.name,
                                       found.crashes.size()));
    const auto start = clock_.now();
    const auto kept =
        reduced(found.tests, subject_.api, *server_, [&] { return interrupted_ || clock_.now() - start > kReducing; });
    if (!kept) return std::unexpected(kept.error());
    phases_.begin("suite");
    if (const auto built = checker_->finish_build(); !built) return std::unexpected(built.error());
    result_.build = checker_->build();
    if (given_) result_.build.compile_flags.push_back("-I" + fs::absolute(request_.given).parent_path().string());
    SuiteRequest request{.name = suite_name(), .work_dir = request_.scratch / "suite"};
    if (given_) {
      request.first_case = last_case(*given_, request.name) + 1;
      request.wanted = [&](const PrintedSuite& printed, const std::vector<std::string>& names) {
        return lacking(printed, names);
      };
    }
    SanitizedSuite with_sanitizer = sanitized();
    fs::path sanitized_program;
    request.with_sanitizer = [&](const std::string& source) -> Expected<fs::path> {
      if (interrupted_) return subject_error("interrupted");
      auto program = with_sanitizer.program(source);
      if (program) sanitized_program = *program;
      return program;
    };
    auto written = write_suite(*kept, subject_, result_.build, request);
    if (!written) return std::unexpected(written.error());
    result_.source = whole(written->printed);
    result_.tests = written->tests;
    result_.assertions = written->assertions;
    result_.notes.insert(result_.notes.end(), written->notes.begin(), written->notes.end());
    CrashTests crashes(subject_, clock_, interrupted_);
    crashes.add_met(found.crashes, *server_);
    crashes.add_findings(*kept, written->harmful, with_sanitizer, sanitized_program);
    result_.crashes = std::move(crashes.crashes);
    result_.null_arguments = std::move(crashes.null_arguments);
    result_.notes.insert(result_.notes.end(), crashes.notes.begin(), crashes.notes.end());
    if (!interrupted_) measure();
    if (!interrupted_ && request_.mutants > 0) seed_faults();
    return {};
  }

  SanitizedSuite sanitized() const {
    SanitizedRequest request{
        .build = result_.build, .unit = {}, .work_dir = request_.scratch / "sanitized", .jobs = request_.subject.jobs};
    for (const TestSource& each : result_.build.sources)
      if (std::ranges::any_of(unit_.functions, [&](FunctionId id) { return subject_.program[id].file == each.file; }))
        request.unit.push_back(each);
    return SanitizedSuite(std::move(request));
  }

  /// The suite with these tests in it.
  [[nodiscard]] std::string whole(const PrintedSuite& printed) const {
    if (!given_) return printed.source;
    return printed.source.empty() ? *given_ : extended_suite(*given_, printed);
  }

  /// Of the new tests `names`: those that cover what the suite given does not.
  Expected<std::set<std::string>> lacking(const PrintedSuite& printed, const std::vector<std::string>& names) {
    auto added = measured_addition(printed, names);
    if (added) {
      result_.coverage_given = std::move(added->before);
      return std::move(added->adding);
    }
    if (added.error().kind != ErrorKind::kInterrupted) return std::unexpected(added.error());
    result_.notes.emplace_back("interrupted: what the suite given covers was not measured, so all tests are added");
    return std::set<std::string>(names.begin(), names.end());
  }

  Expected<Addition> measured_addition(const PrintedSuite& printed, const std::vector<std::string>& names) {
    if (interrupted_) return interrupted_error();
    if (const auto ready = prepare_coverage(whole(printed)); !ready) return std::unexpected(ready.error());
    return measure_addition(*coverage_, names);
  }

  /// Compiles what is missing, and this suite.
  Expected<void> prepare_coverage(const std::string& source) {
    if (!coverage_) {
      std::set<std::string> files;
      for (const FunctionId id : unit_.functions) files.insert(subject_.program[id].file);
      auto made = CoverageBuild::make({.build = result_.build,
                                       .files = {files.begin(), files.end()},
                                       .work_dir = request_.scratch / "coverage",
                                       .jobs = request_.subject.jobs,
                                       .interrupted = &interrupted_});
      if (!made) return std::unexpected(made.error());
      coverage_.emplace(std::move(*made));
    }
    const fs::path file = request_.scratch / "coverage" / "suite_test.cpp";
    if (const auto done = write_file(file, source); !done) return done;
    return coverage_->use_suite(file);
  }

  [[nodiscard]] std::string suite_name() const {
    if (request_.unit.empty()) return "Changes";
    const fs::path file(unit_.name);
    std::string name = unit_.name.starts_with('/') ? file.stem().string() : unit_.name;
    std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
    return name.empty() ? "Suite" : name;
  }

  void measure() {
    phases_.begin("coverage");
    const auto measured = [&]() -> Expected<std::vector<FileCoverage>> {
      if (const auto ready = prepare_coverage(result_.source); !ready) return std::unexpected(ready.error());
      if (const auto ran = coverage_->run(); !ran) return std::unexpected(ran.error());
      if (const auto pages = coverage_->write_pages(request_.html); !pages) return std::unexpected(pages.error());
      return coverage_->summary();
    }();
    if (measured)
      result_.coverage = *measured;
    else
      result_.no_coverage = measured.error().message;
  }

  void seed_faults() {
    phases_.begin("mutants");
    const fs::path folder = request_.scratch / "mutants", file = request_.scratch / "coverage" / "suite_test.cpp";
    auto score = mutation_score({.build = result_.build,
                                 .suite = file,
                                 .program = &subject_.program,
                                 .functions = unit_.functions,
                                 .most = request_.mutants,
                                 .seed = request_.seed,
                                 .work_dir = folder,
                                 .jobs = request_.subject.jobs,
                                 .interrupted = &interrupted_});
    if (score)
      result_.mutation = std::move(*score);
    else
      result_.no_mutation = score.error().message;
  }

  const ExploreRequest& request_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  ReproduceObserver& observer_;
  Random random_;
  SuiteSearchOptions options_;
  Subject subject_;
  Unit unit_;
  std::unique_ptr<ForkServer> server_;
  std::optional<TestChecker> checker_;
  std::optional<std::string> given_;  // text of the suite that is to be extended
  std::optional<CoverageBuild> coverage_;
  ExploredUnit result_;
  PhaseLog phases_{clock_, observer_, result_.phases};
};

}  // namespace

Expected<ExploredUnit> explore(const ExploreRequest& request, const Clock& clock, const std::atomic<bool>& interrupted,
                               ReproduceObserver& observer) {
  return Explorer(request, clock, interrupted, observer).run();
}

}  // namespace reenact
