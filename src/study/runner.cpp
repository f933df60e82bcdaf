#include "study/runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <list>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include "base/child.h"
#include "base/files.h"
#include "build/cache.h"
#include "study/cell.h"

namespace reenact::study {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// Beyond its budget a run may build, minimise and verify; after so long it hangs.
constexpr milliseconds kGrace = std::chrono::minutes(15);
constexpr milliseconds kPreparation = std::chrono::minutes(60);
constexpr milliseconds kFirstPreparation{1000}, kFurtherPreparation{20};  // of search
constexpr milliseconds kFarewell = std::chrono::seconds(10);
constexpr milliseconds kPause{10};  // between two looks at what runs

struct Task {
  Cell cell;
  std::vector<std::string> arguments;
  fs::path folder;
  milliseconds limit{};
};

/// Held while a study runs; another process that has it keeps us from running the same cells.
class StudyLock {
 public:
  explicit StudyLock(const fs::path& file) : fd_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    held_ = fd_ >= 0 && flock(fd_, LOCK_EX | LOCK_NB) == 0;
  }
  ~StudyLock() {
    if (fd_ >= 0) close(fd_);
  }
  StudyLock(const StudyLock&) = delete;
  StudyLock& operator=(const StudyLock&) = delete;
  [[nodiscard]] bool held() const { return held_; }

 private:
  int fd_;
  bool held_ = false;
};

class Study {
 public:
  Study(const Plan& plan, Database& database, const StudyOptions& options, const Clock& clock,
        const std::atomic<bool>& interrupted)
      : plan_(plan),
        database_(database),
        options_(options),
        clock_(clock),
        interrupted_(interrupted),
        start_(clock.now()),
        runs_(fs::absolute(options.runs_folder)) {}

  Expected<StudyOutcome> run() {
    if (const auto made = make_folder(runs_); !made) return std::unexpected(made.error());
    const StudyLock lock(runs_ / ".lock");
    if (!lock.held())
      return usage_error(fmt::format("{}: another study is at work there, or it cannot be written to", runs_.string()));
    if (auto ok = compare_plans(); !ok) return std::unexpected(ok.error());
    engine_ = hex(hash_of_file(options_.program).value_or(0));
    const auto runs = database_.runs();
    if (!runs) return std::unexpected(runs.error());
    const std::vector<Cell> todo = missing_cells(*runs);
    if (auto ok = prepare(todo, *runs); !ok) return std::unexpected(ok.error());
    // Not before: a plan that cannot be prepared may be corrected.
    if (!interrupted_.load())
      if (auto ok = database_.set_plan(plan_); !ok) return std::unexpected(ok.error());
    if (auto ok = run_cells(todo); !ok) return std::unexpected(ok.error());
    outcome_.interrupted = interrupted_.load();
    return outcome_;
  }

 private:
  Expected<void> compare_plans() const {
    const auto stored = database_.plan();
    if (!stored) return std::unexpected(stored.error());
    if (*stored)
      if (const auto differs = difference(**stored, plan_))
        return usage_error(fmt::format(
            "the database was made for another plan: {}\n  next step: give another database with --db", *differs));
    return {};
  }

  /// Repeats outermost: a study that is stopped early has about as many runs of each, and whatever else the machine
  /// does meets all configurations alike.
  std::vector<Cell> missing_cells(const std::vector<Run>& runs) {
    std::set<std::tuple<std::string, std::string, unsigned>> done;
    for (const Run& run : runs) done.emplace(run.crash, run.configuration, run.repeat);
    std::vector<Cell> todo;
    for (unsigned repeat = 0; repeat < plan_.repeats; ++repeat)
      for (std::size_t crash = 0; crash < plan_.crashes.size(); ++crash)
        for (std::size_t configuration = 0; configuration < plan_.configurations.size(); ++configuration)
          if (!options_.left_out.contains(plan_.configurations[configuration].name)) {
            ++outcome_.cells;
            if (!done.contains({plan_.crashes[crash].id, plan_.configurations[configuration].name, repeat}))
              todo.push_back({crash, configuration, repeat});
          }
    outcome_.before = outcome_.cells - todo.size();
    return todo;
  }

  [[nodiscard]] std::string name_of(const Cell& cell) const {
    return fmt::format("{} {}", plan_.crashes[cell.crash].id, plan_.configurations[cell.configuration].name);
  }

  Task task(const Cell& cell, const fs::path& folder, milliseconds budget, milliseconds grace) const {
    const RunWith with{options_.program, options_.cache};
    return {cell, arguments_of(plan_, cell, folder, budget, with), folder, budget + grace};
  }

  /// Each crash with each configuration once: it builds what is needed and shows whether the report fits the project and
  /// the options fit each other. The first one of a crash gets a second, so that a test is verified and the clean build
  /// made too. What this engine has run already is prepared.
  Expected<void> prepare(const std::vector<Cell>& todo, const std::vector<Run>& runs) {
    std::set<std::pair<std::string, std::string>> known;
    for (const Run& run : runs)
      if (run.engine == engine_ && run.status != "error") known.emplace(run.crash, run.configuration);
    std::set<std::pair<std::size_t, std::size_t>> needed;  // configurations outermost: different subjects side by side
    for (const Cell& cell : todo) {
      const Configuration& configuration = plan_.configurations[cell.configuration];
      // An explanation does not count the seconds of its build.
      if (configuration.command == Command::kReproduce &&
          !known.contains({plan_.crashes[cell.crash].id, configuration.name}))
        needed.emplace(cell.configuration, cell.crash);
    }
    std::vector<Task> tasks;
    std::set<std::size_t> begun;
    for (const auto& [configuration, crash] : needed) {
      const fs::path folder = runs_ / plan_.crashes[crash].id / plan_.configurations[configuration].name / "prepare";
      const milliseconds budget = begun.insert(crash).second ? kFirstPreparation : kFurtherPreparation;
      tasks.push_back(task({crash, configuration, 0}, folder, budget, kPreparation));
    }
    std::size_t done = 0;
    ErrorKind kind = ErrorKind::kUsage;
    std::map<std::pair<std::size_t, std::size_t>, std::string> failures;  // in the plan's order, whichever ends first
    auto ok = run_all(tasks, [&](const Task& each, const Ended& ended) -> Expected<void> {
      ++done;
      const bool works = ended.exit_status == 0 || ended.exit_status == 1;
      tell(fmt::format("prepare {}/{} {}{}", done, tasks.size(), name_of(each.cell), works ? "" : ": failed"));
      if (works) return {};
      const std::string message = ended.timed_out ? "does not end" : last_words(each.folder);
      if (ended.exit_status != 2) kind = ErrorKind::kSubject;
      failures[{each.cell.crash, each.cell.configuration}] = message;
      return {};
    });
    if (!ok || failures.empty()) return ok;
    if (options_.keeps_going) {
      for (const auto& [cell, failure] : failures) unprepared_.emplace(cell.first, failure);
      return ok;
    }
    Error error{kind, "no run has started:"};
    for (const auto& [cell, failure] : failures)
      error.message += fmt::format("\n{}: {}", name_of({cell.first, cell.second, 0}), failure);
    return std::unexpected(std::move(error));
  }

  Expected<void> run_cells(const std::vector<Cell>& todo) {
    std::vector<Task> tasks;
    for (const Cell& cell : todo) {
      if (const auto failed = unprepared_.find(cell.crash); failed != unprepared_.end()) {
        if (auto ok = keep(cell, failed_run(plan_, cell, failed->second, engine_)); !ok) return ok;
        continue;
      }
      const fs::path folder = runs_ / plan_.crashes[cell.crash].id / plan_.configurations[cell.configuration].name /
                              std::to_string(cell.repeat);
      tasks.push_back(task(cell, folder, plan_.budget, kGrace));
    }
    return run_all(tasks, [&](const Task& each, const Ended& ended) -> Expected<void> {
      return keep(each.cell, run_of(plan_, each.cell, each.folder, ended, engine_));
    });
  }

  /// Stores a run, and tells of it.
  Expected<void> keep(const Cell& cell, const Run& run) {
    if (auto ok = database_.add(run); !ok) return ok;
    ++outcome_.now;
    std::string became = run.status;
    if (run.status == "error")
      became += ": " + run.error.substr(0, run.error.find('\n'));
    else if (run.frames_reproduced > 0)
      became += fmt::format(", {} of {} frames", run.frames_reproduced, run.frames_total);
    const bool explains = plan_.configurations[cell.configuration].command == Command::kExplain;
    tell(fmt::format("{}/{} {} {}: {}, {:.1f} s{}", outcome_.before + outcome_.now, outcome_.cells, name_of(cell),
                     cell.repeat, became, run.search_seconds, explains ? "" : " of search"));
    return {};
  }

  /// Runs the tasks, `jobs` at a time, until all have ended or we are interrupted. `ended` is called for each, at once.
  template <typename Callback>
  Expected<void> run_all(const std::vector<Task>& tasks, const Callback& ended) {
    struct Running {
      const Task* task;
      Child child;
      Clock::Duration start;
      fs::path temporary;
    };
    std::list<Running> running;
    std::size_t next = 0;
    while (!interrupted_.load() && (next < tasks.size() || !running.empty())) {
      while (running.size() < options_.jobs && next < tasks.size()) {
        const Task& task = tasks[next++];
        const fs::path temporary = options_.temporary / std::to_string(next);
        auto child = start(task, temporary);
        if (!child) return std::unexpected(child.error());
        running.push_back({&task, std::move(*child), clock_.now(), temporary});
      }
      for (auto each = running.begin(); each != running.end();) {
        const auto time = clock_.now() - each->start;
        const auto status = each->child.poll();
        const bool late = !status && time > each->task->limit;
        if (!status && !late) {
          ++each;
          continue;
        }
        const Ended result{status.value_or(1), late, std::chrono::duration<double>(time).count()};
        const Task& task = *each->task;
        const fs::path temporary = each->temporary;
        each = running.erase(each);
        std::error_code ignored;
        fs::remove_all(temporary, ignored);
        if (auto ok = ended(task, result); !ok) return ok;
      }
      std::this_thread::sleep_for(kPause);
    }
    // Interrupted: what is under way is not kept, but may clear up behind itself.
    for (Running& each : running) each.child.terminate();
    const auto asked = clock_.now();
    while (!running.empty() && clock_.now() - asked < kFarewell) {
      std::erase_if(running, [](Running& each) { return each.child.poll().has_value(); });
      std::this_thread::sleep_for(kPause);
    }
    return {};
  }

  static Expected<Child> start(const Task& task, const fs::path& temporary) {
    std::error_code ignored;
    fs::remove_all(task.folder, ignored);  // of a run that was cut short
    for (const fs::path& folder : {task.folder, temporary})
      if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
    // Its temporary files are ours to remove, should it be killed.
    return Child::start(
        {task.arguments, {"TMPDIR=" + temporary.string()}, task.folder / "stdout.txt", task.folder / "stderr.txt"});
  }

  void tell(const std::string& line) const {
    options_.report(fmt::format("[{:6.1f}s] {}", std::chrono::duration<double>(clock_.now() - start_).count(), line));
  }

  const Plan& plan_;
  Database& database_;
  const StudyOptions& options_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  Clock::Duration start_;
  fs::path runs_;
  std::string engine_;
  std::map<std::size_t, std::string> unprepared_;  // crashes, and why
  StudyOutcome outcome_;
};

}  // namespace

Expected<StudyOutcome> run_study(const Plan& plan, Database& database, const StudyOptions& options, const Clock& clock,
                                 const std::atomic<bool>& interrupted) {
  return Study(plan, database, options, clock, interrupted).run();
}

}  // namespace reenact::study
