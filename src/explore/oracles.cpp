#include "explore/oracles.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <span>
#include <sstream>

#include "base/files.h"
#include "check/run_test.h"
#include "explore/recorder_source.h"
#include "session/prelude_choice.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// By test and statement: the assertion, with $ for the variable.
using Observed = std::map<std::pair<std::size_t, std::size_t>, std::string>;

class SuiteWriter {
 public:
  SuiteWriter(const std::vector<KeptTest>& tests, const Subject& subject, const TestBuild& build,
              const SuiteRequest& request)
      : tests_(tests), subject_(subject), build_(build), request_(request), prelude_(subject.prelude) {
    for (std::size_t i = 0; i < tests.size(); ++i) {
      left_.push_back(i);
      types_.push_back(tests[i].exception_type);
    }
  }

  Expected<WrittenSuite> write() {
    if (auto done = record(); !done) return std::unexpected(done.error());
    if (!left_.empty()) choose_headers();
    // Leaving out what fails may take a few rounds: a test may fail for what one before it left behind.
    for (int round = 0; round < kRounds; ++round) {
      const PrintedSuite printed = print(false);
      const auto program = build(printed);
      if (!program) return std::unexpected(program.error());
      if (program->empty()) continue;  // something was left out: printed anew
      const auto failed = leave_out_unstable(*program);
      if (!failed) return std::unexpected(failed.error());
      if (*failed) continue;
      const auto harmful = leave_out_harmful(printed);
      if (!harmful) return std::unexpected(harmful.error());
      if (*harmful) continue;
      const auto some = leave_out_unwanted(printed);
      if (!some) return std::unexpected(some.error());
      if (left_.empty()) return result({});
      // A test may have passed for what one that went left behind.
      if (!*some) return result(printed);
    }
    return subject_error(
        "the suite's tests fail in turn\n  next step: do the tests depend on time or other processes?");
  }

 private:
  static constexpr int kRounds = 8;

  [[nodiscard]] std::string name_of(std::size_t test) const {
    return fmt::format("Case{}", request_.first_case + test);
  }

  [[nodiscard]] std::string full_name(std::size_t test) const {
    return fmt::format("{}.{}", request_.name, name_of(test));
  }

  /// True: there was one.
  Expected<bool> leave_out_unwanted(const PrintedSuite& printed) {
    if (!request_.wanted || asked_) return false;
    asked_ = true;
    std::vector<std::string> names;
    for (const std::size_t i : left_) names.push_back(full_name(i));
    const auto wanted = request_.wanted(printed, names);
    if (!wanted) return std::unexpected(wanted.error());
    return std::erase_if(left_, [&](std::size_t i) { return !wanted->contains(full_name(i)); }) > 0;
  }

  /// What passes may still have written behind its buffer. True: there was one.
  Expected<bool> leave_out_harmful(const PrintedSuite& printed) {
    if (!request_.with_sanitizer || is_checked_) return false;
    is_checked_ = true;
    const auto program = request_.with_sanitizer(printed.source);
    const auto run = program ? run_all(*program) : std::unexpected(program.error());
    if (!run) {
      if (run.error().kind == ErrorKind::kInterrupted) return std::unexpected(run.error());
      notes_.push_back("not looked at by AddressSanitizer: " + run.error().message);
      return false;
    }
    for (const std::size_t i : run->ended) harmful_.push_back({i, full_name(i)});
    if (run->ended.size() == left_.size()) {
      notes_.emplace_back("AddressSanitizer ends every test: none is left out for it, as nothing would be left");
      return false;
    }
    for (const std::size_t i : run->ended) leave_out(i, "AddressSanitizer ends it");
    return !run->ended.empty();
  }

  void leave_out(std::size_t test, const std::string& why) {
    if (std::erase(left_, test) > 0) notes_.push_back(fmt::format("{} is left out: {}", name_of(test), why));
  }

  [[nodiscard]] PrintOptions options_of(std::size_t i, bool records) const {
    PrintOptions options;
    options.suite = request_.name;
    options.name = name_of(i);
    if (tests_[i].throws) {
      options.expect_crash = true;
      options.kind = CrashKind::kCppException;
      options.exception_type = types_[i];
      return options;  // that it throws is what is asserted
    }
    options.behind_result = [this, i, records](std::size_t statement, const std::string& variable) {
      std::vector<std::string> lines;
      if (records) {
        lines.push_back(fmt::format("reenact_recorder::record({}, {}, {});", i, statement, variable));
      } else if (const auto found = stable_.find({i, statement}); found != stable_.end()) {
        std::string line = found->second;
        for (auto at = line.find('$'); at != std::string::npos; at = line.find('$', at + variable.size()))
          line.replace(at, 1, variable);
        lines.push_back(std::move(line));
      } else {
        lines.push_back(fmt::format("(void){};", variable));
      }
      return lines;
    };
    return options;
  }

  [[nodiscard]] CheckRequest check_of(std::string source) const {
    CheckRequest check;
    check.test_source = std::move(source);
    check.work_dir = request_.work_dir;
    check.build = build_;
    check.interrupted = request_.interrupted;
    return check;
  }

  /// Those that the suite needs, if that does not take too many compiler runs.
  void choose_headers() {
    const auto chosen = choose_prelude(subject_.prelude, check_of({}), [&](const std::vector<std::string>& lines) {
      prelude_ = lines;
      return print(false).source;
    });
    prelude_ = chosen.value_or(subject_.prelude);
  }

  [[nodiscard]] PrintedSuite print(bool records) const { return print(records, left_); }

  [[nodiscard]] PrintedSuite print(bool records, std::span<const std::size_t> tests) const {
    std::vector<SuiteTest> suite;
    for (const std::size_t i : tests) suite.push_back({&tests_[i].test, options_of(i, records)});
    return print_gtest_suite(suite, subject_.api, prelude_, records ? std::string(kRecorderSource) : "");
  }

  /// Empty: it did not build, and the tests to blame are left out.
  Expected<fs::path> build(const PrintedSuite& printed) {
    if (left_.empty()) return subject_error("no test of the suite compiles, or none passes");
    auto program = build_test(check_of(printed.source));
    if (program || program.error().kind != ErrorKind::kSubject) return program;
    const std::map<std::size_t, std::string> guilty = blamed(program.error().message, printed);
    if (guilty.empty()) {
      if (left_.size() == 1) return program;  // its words say more than "no test compiles"
      search_guilty(std::vector(left_), false);
      return fs::path();
    }
    for (const auto& [i, words] : guilty) {
      if (types_[i].empty())
        leave_out(i, "it does not compile: " + words);
      else
        types_[i].clear();  // perhaps a type that tests cannot name
    }
    return fs::path();
  }

  /// Leaves out those of `tests` that do not build by themselves: what they need may be missing without a line of theirs being to blame, as
  /// a destructor that is declared and nowhere defined. By halves. `is_to_try`: whether all of them build is to be tried, not known.
  void search_guilty(std::vector<std::size_t> tests, bool is_to_try) {
    if (guilty_builds_ == 0) return;
    const std::string words = is_to_try ? why_not_built(tests) : "";
    if (is_to_try && words.empty()) return;
    if (tests.size() == 1) return leave_out(tests.front(), "it does not build: " + words);
    const auto middle = tests.begin() + static_cast<std::ptrdiff_t>(tests.size() / 2);
    search_guilty({tests.begin(), middle}, true);
    search_guilty({middle, tests.end()}, true);
  }

  /// The compiler's or linker's first error; empty: they build.
  [[nodiscard]] std::string why_not_built(std::span<const std::size_t> tests) {
    --guilty_builds_;
    const auto built = build_test(check_of(print(false, tests).source));
    return built ? "" : in_short(built.error().message);
  }

  /// Tests in whose lines the compiler found errors, and the first of each in its words.
  [[nodiscard]] std::map<std::size_t, std::string> blamed(const std::string& words, const PrintedSuite& printed) const {
    static const std::regex place("crash_test\\.cpp:([0-9]+):[0-9]+: (?:fatal )?error: ([^\n]*)");
    std::map<std::size_t, std::string> result;
    for (std::sregex_iterator at(words.begin(), words.end(), place), end; at != end; ++at) {
      const std::size_t line = std::stoul((*at)[1]);
      const auto behind = std::ranges::upper_bound(printed.first_lines, line);
      if (behind != printed.first_lines.begin())
        result.try_emplace(left_[static_cast<std::size_t>(behind - printed.first_lines.begin()) - 1], (*at)[2]);
    }
    return result;
  }

  /// Fills `stable_`.
  Expected<void> record() {
    fs::path program;
    for (int round = 0; round < kRounds && program.empty(); ++round) {
      auto built = build(print(true));
      if (!built) return std::unexpected(built.error());
      program = std::move(*built);
    }
    if (program.empty()) return subject_error("the suite does not compile");
    std::size_t unstable = 0;
    for (unsigned i = 0; i < request_.runs; ++i) {
      const auto run = run_all(program);
      if (!run) return std::unexpected(run.error());
      leave_out_failed(*run);
      if (i == 0) {
        stable_ = run->observed;
        continue;
      }
      unstable += std::erase_if(stable_, [&](const auto& each) {
        const auto again = run->observed.find(each.first);
        return again == run->observed.end() || again->second != each.second;
      });
    }
    if (unstable > 0)
      notes_.push_back(fmt::format("{} results are not asserted: they differ from run to run", unstable));
    return {};
  }

  /// Of so many tests, which took milliseconds in the search: one that does not end is soon found.
  [[nodiscard]] TestRun run_of(const fs::path& program, std::size_t tests) const {
    constexpr std::chrono::milliseconds kStart{5'000}, kOfOne{100};
    TestRun run;
    run.time_limit = kStart + kOfOne * tests;
    run.binary = program;
    run.scratch = request_.work_dir / "run";
    run.interrupted = request_.interrupted;
    return run;
  }

  [[nodiscard]] static Observed observed_in(const fs::path& folder) {
    Observed result;
    std::istringstream lines(read_file(folder / kObservedFile).value_or(""));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::size_t test = 0, statement = 0;
      std::string rest;
      if (words >> test >> statement && std::getline(words.ignore(1), rest)) result[{test, statement}] = rest;
    }
    return result;
  }

  struct Outcome {
    Observed observed;
    std::set<std::size_t> failed, ended;  // ended: the process
  };

  /// One run of all that is left. What ends the process, or makes a test behind it do so, is run no more, so that the others can end well.
  [[nodiscard]] Expected<Outcome> run_all(const fs::path& program) {
    Outcome outcome;
    while (outcome.ended.size() < left_.size()) {
      TestRun run = run_of(program, left_.size());
      // The program may be older than what was left out last.
      for (std::size_t i = 0; i < tests_.size(); ++i)
        if (outcome.ended.contains(i) || std::ranges::find(left_, i) == left_.end())
          run.filter += fmt::format("{}{}", run.filter.empty() ? "-" : ":", full_name(i));
      const auto ended = run_suite(run);
      if (!ended) return std::unexpected(ended.error());
      outcome.observed = observed_in(run.scratch);
      const auto [failed, running] = outcomes_in(ended->said);
      outcome.failed = failed;
      if (running) {
        const auto guilty = guilty_of(program, *running, outcome.ended);
        if (!guilty) return std::unexpected(guilty.error());
        if (*guilty != *running) spoilt_.emplace(*guilty, *running);
        if (outcome.ended.insert(*guilty).second) continue;
      }
      if (!ended->passed && failed.empty())
        return subject_error("the suite's program ends badly, and no test is to blame");
      break;
    }
    return outcome;
  }

  /// Which test is to blame that `victim` ends the process: itself if it does so alone, else the one in front of it that has to run, too. A test may
  /// change what all that follow rely on, such as the allocator that the library uses.
  [[nodiscard]] Expected<std::size_t> guilty_of(const fs::path& program, std::size_t victim,
                                                const std::set<std::size_t>& gone) {
    std::vector<std::size_t> before;
    for (const std::size_t i : left_) {
      if (i == victim) break;
      if (!gone.contains(i)) before.push_back(i);
    }
    const auto alone = ends_behind(program, {}, victim);
    if (!alone) return std::unexpected(alone.error());
    if (*alone || before.empty()) return victim;
    const auto again = ends_behind(program, before, victim);
    if (!again) return std::unexpected(again.error());
    if (!*again) return victim;  // not each time
    // It ends behind the first `many` of them, and does not behind the first `few`.
    std::size_t few = 0, many = before.size();
    while (many - few > 1) {
      const std::size_t middle = few + (many - few) / 2;
      const auto ends = ends_behind(program, std::span(before).first(middle), victim);
      if (!ends) return std::unexpected(ends.error());
      (*ends ? many : few) = middle;
    }
    return before[many - 1];
  }

  [[nodiscard]] Expected<bool> ends_behind(const fs::path& program, std::span<const std::size_t> tests,
                                           std::size_t victim) const {
    TestRun run = run_of(program, tests.size() + 1);
    run.filter = full_name(victim);
    for (const std::size_t i : tests) run.filter += ":" + full_name(i);
    const auto ended = run_suite(run);
    if (!ended) return std::unexpected(ended.error());
    return outcomes_in(ended->said).second == victim;
  }

  /// Of GoogleTest's words: the tests that failed, and the one that did not end.
  [[nodiscard]] std::pair<std::set<std::size_t>, std::optional<std::size_t>> outcomes_in(
      const std::string& said) const {
    static const std::regex outcome("\\[ +(RUN|OK|FAILED) +\\] [A-Za-z0-9_]+\\.Case([0-9]+)");
    std::pair<std::set<std::size_t>, std::optional<std::size_t>> result;
    for (std::sregex_iterator at(said.begin(), said.end(), outcome), end; at != end; ++at) {
      const std::size_t test = std::stoul((*at)[2]) - request_.first_case;
      result.second = (*at)[1] == "RUN" ? std::optional(test) : std::nullopt;
      if ((*at)[1] == "FAILED") result.first.insert(test);
    }
    return result;
  }

  /// True: there was one.
  bool leave_out_failed(const Outcome& outcome) {
    for (const std::size_t i : outcome.ended) {
      const auto spoilt = spoilt_.find(i);
      leave_out(i, spoilt == spoilt_.end() ? "it ends the process"
                                           : fmt::format("behind it, {} ends the process", name_of(spoilt->second)));
    }
    for (const std::size_t i : outcome.failed) leave_out(i, "it fails in some of its runs");
    return !outcome.ended.empty() || !outcome.failed.empty();
  }

  /// Runs it as often as is asked for. True: something failed, and was left out.
  Expected<bool> leave_out_unstable(const fs::path& program) {
    bool result = false;
    for (unsigned i = 0; i < request_.runs && !left_.empty(); ++i) {
      const auto run = run_all(program);
      if (!run) return std::unexpected(run.error());
      result |= leave_out_failed(*run);
    }
    return result;
  }

  WrittenSuite result(PrintedSuite printed) {
    WrittenSuite written{std::move(printed), left_.size(), 0, std::move(harmful_), std::move(notes_)};
    for (const auto& each : stable_) written.assertions += std::ranges::find(left_, each.first.first) != left_.end();
    return written;
  }

  const std::vector<KeptTest>& tests_;
  const Subject& subject_;
  const TestBuild& build_;
  const SuiteRequest& request_;
  std::vector<std::string> prelude_;  // #include lines of the subject's headers
  std::vector<std::size_t> left_;     // tests
  std::vector<std::string> types_;    // of exceptions, as printed
  Observed stable_;
  std::size_t guilty_builds_ = 100;            // that search_guilty() may still try
  bool is_checked_ = false;                    // by AddressSanitizer
  bool asked_ = false;                         // which tests are wanted
  std::map<std::size_t, std::size_t> spoilt_;  // tests, and one behind each that ended because of it
  std::vector<HarmfulTest> harmful_;
  std::vector<std::string> notes_;
};

}  // namespace

Expected<WrittenSuite> write_suite(const std::vector<KeptTest>& tests, const Subject& subject, const TestBuild& build,
                                   const SuiteRequest& request) {
  return SuiteWriter(tests, subject, build, request).write();
}

}  // namespace reenact
