#include "study/runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <list>
#include <map>
#include <set>
#include <sstream>
#include <thread>
#include <tuple>

#include "base/child.h"
#include "base/files.h"
#include "build/cache.h"
#include "output/result_reader.h"

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

struct Cell {
  std::size_t crash = 0, configuration = 0;
  unsigned repeat = 0;
};

struct Task {
  Cell cell;
  std::vector<std::string> arguments;
  fs::path folder;
  milliseconds limit{};
};

struct Ended {
  int exit_status = 0;
  bool timed_out = false;
  double seconds = 0;
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

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

/// What a run that failed said last: its message, without the lines of progress before it.
std::string message_of(const std::string& errors) {
  const auto at = errors.rfind("reenact: ");
  std::string message = at == std::string::npos
                            ? errors.substr(errors.size() - std::min<std::size_t>(errors.size(), 500))
                            : errors.substr(at + 9);
  while (!message.empty() && message.back() == '\n') message.pop_back();
  return message;
}

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
          if (!done.contains({plan_.crashes[crash].id, plan_.configurations[configuration].name, repeat}))
            todo.push_back({crash, configuration, repeat});
    outcome_.cells = plan_.repeats * plan_.crashes.size() * plan_.configurations.size();
    outcome_.before = outcome_.cells - todo.size();
    return todo;
  }

  [[nodiscard]] std::string name_of(const Cell& cell) const {
    return fmt::format("{} {}", plan_.crashes[cell.crash].id, plan_.configurations[cell.configuration].name);
  }

  Task task(const Cell& cell, const fs::path& folder, milliseconds budget, milliseconds grace) const {
    const PlannedCrash& crash = plan_.crashes[cell.crash];
    const Configuration& configuration = plan_.configurations[cell.configuration];
    Task result{cell, {}, folder, budget + grace};
    result.arguments = {options_.program,
                        "reproduce",
                        (plan_.folder / crash.report).lexically_normal(),
                        "-p",
                        (plan_.folder / crash.project).lexically_normal(),
                        "-o",
                        folder,
                        "--jobs",
                        "1",
                        "--seed",
                        std::to_string(plan_.seed + cell.repeat),
                        "--budget",
                        budget_text(budget)};
    result.arguments.insert(result.arguments.end(), {"--cache", options_.cache});
    for (const auto& options : {crash.options, configuration.options})
      result.arguments.insert(result.arguments.end(), options.begin(), options.end());
    return result;
  }

  /// Each crash with each configuration once: it builds what is needed and shows whether the report fits the project and
  /// the options fit each other. The first one of a crash gets a second, so that a test is verified and the clean build
  /// made too. What this engine has run already is prepared.
  Expected<void> prepare(const std::vector<Cell>& todo, const std::vector<Run>& runs) {
    std::set<std::pair<std::string, std::string>> known;
    for (const Run& run : runs)
      if (run.engine == engine_ && run.status != "error") known.emplace(run.crash, run.configuration);
    std::set<std::pair<std::size_t, std::size_t>> needed;  // configurations outermost: different subjects side by side
    for (const Cell& cell : todo)
      if (!known.contains({plan_.crashes[cell.crash].id, plan_.configurations[cell.configuration].name}))
        needed.emplace(cell.configuration, cell.crash);
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
      const std::string message = ended.timed_out ? "does not end" : message_of(text_of(each.folder / "stderr.txt"));
      if (ended.exit_status != 2) kind = ErrorKind::kSubject;
      failures[{each.cell.crash, each.cell.configuration}] = fmt::format("\n{}: {}", name_of(each.cell), message);
      return {};
    });
    if (!ok || failures.empty()) return ok;
    Error error{kind, "no run has started:"};
    for (const auto& [cell, failure] : failures) error.message += failure;
    return std::unexpected(std::move(error));
  }

  Expected<void> run_cells(const std::vector<Cell>& todo) {
    std::vector<Task> tasks;
    for (const Cell& cell : todo) {
      const fs::path folder = runs_ / plan_.crashes[cell.crash].id / plan_.configurations[cell.configuration].name /
                              std::to_string(cell.repeat);
      tasks.push_back(task(cell, folder, plan_.budget, kGrace));
    }
    return run_all(tasks, [&](const Task& each, const Ended& ended) -> Expected<void> {
      const Run run = run_of(each, ended);
      if (auto ok = database_.add(run); !ok) return ok;
      ++outcome_.now;
      std::string became = run.status;
      if (run.status == "error")
        became += ": " + run.error.substr(0, run.error.find('\n'));
      else if (run.frames_reproduced > 0)
        became += fmt::format(", {} of {} frames", run.frames_reproduced, run.frames_total);
      tell(fmt::format("{}/{} {} {}: {}, {:.1f} s of search", outcome_.before + outcome_.now, outcome_.cells,
                       name_of(each.cell), each.cell.repeat, became, run.search_seconds));
      return {};
    });
  }

  Run run_of(const Task& task, const Ended& ended) const {
    Run run;
    run.crash = plan_.crashes[task.cell.crash].id;
    run.configuration = plan_.configurations[task.cell.configuration].name;
    run.repeat = task.cell.repeat;
    run.seed = plan_.seed + task.cell.repeat;
    run.seconds = ended.seconds;
    run.engine = engine_;
    run.result = text_of(task.folder / "result.json");
    const auto result = read_result_json(run.result);
    if (result) {
      run.status = result->status;
      run.frames_total = result->frames_total;
      run.frames_reproduced = result->frames_reproduced;
      run.executions = result->executions;
      run.statements = result->statements;
      run.search_seconds = result->search_seconds;
      run.error = result->error;
    }
    if (!result || ended.exit_status > 1) run.status = "error";
    if (run.status == "error" && run.error.empty())
      run.error = ended.timed_out           ? "did not end"
                  : ended.exit_status > 128 ? fmt::format("ended by signal {}", ended.exit_status - 128)
                                            : message_of(text_of(task.folder / "stderr.txt"));
    return run;
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
  StudyOutcome outcome_;
};

}  // namespace

Expected<StudyOutcome> run_study(const Plan& plan, Database& database, const StudyOptions& options, const Clock& clock,
                                 const std::atomic<bool>& interrupted) {
  return Study(plan, database, options, clock, interrupted).run();
}

}  // namespace reenact::study
