#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/declared_options.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "contain/compilers.h"
#include "crash/reader.h"
#include "goal/find_frames.h"
#include "goal/report_place.h"
#include "output/explanation_words.h"
#include "program/call_graph.h"
#include "session/first_subject.h"
#include "session/subject.h"
#include "strategy/backward/explanation.h"

namespace reenact::cli {
namespace {

struct ExplainArguments {
  std::string report, build_dir, cache;
  unsigned thread = 0, frame = 0, jobs = 2;
  std::size_t enough = 3;
  bool json = false, all = false;
  BackwardOptions backward;
  std::unique_ptr<DeclaredOptions> declared;
};

/// The program with the report's frames in it, and its code.
class FoundReport {
 public:
  /// Both must outlive it.
  FoundReport(const CrashReport& given, const SubjectOptions& options) : given_(given), options_(options) {}

  Expected<void> find() {
    auto units = read_program(options_);
    if (!units) return std::unexpected(units.error());
    program = std::move(*units);
    auto found = find_in_program();
    // What lives in headers is compiled where a call of it is bridged, as `reproduce` does it.
    if (!found || !frames.missing.empty()) found = find_in_headers(std::move(found));
    if (!found) return found;
    auto opened = open_bitcode(options_, subject_ ? &*subject_ : nullptr);
    if (!opened) return std::unexpected(opened.error());
    bitcode.emplace(std::move(*opened));
    complete_report(report, frames, program);
    return {};
  }

  CrashReport report;
  ProgramModel program;
  GoalFrames frames;
  std::optional<Bitcode> bitcode;

 private:
  Expected<void> find_in_program() {
    report = given_;
    if (const auto named = name_function_of_place(report, program); !named) return named;
    auto found = find_frames(report, program);
    if (!found) return std::unexpected(found.error());
    frames = std::move(*found);
    return {};
  }

  /// `without`: what became of it without the calls. An API that cannot be bridged is no reason to explain less.
  Expected<void> find_in_headers(Expected<void> without) {
    ProgramModel units = program;
    Expected<void> found = without;
    for (const bool first : {true, false}) {
      auto subject = first ? prepare_first_subject(options_, options_.functions_in_report) : prepare_subject(options_);
      if (!subject && subject.error().kind == ErrorKind::kInterrupted) return std::unexpected(subject.error());
      if (!subject) break;
      subject_ = std::move(*subject);
      program = subject_->program;
      found = find_in_program();
      if ((found && frames.missing.empty()) || waiting_calls(*subject_) == 0) break;
    }
    if (found) return found;
    subject_.reset();
    program = std::move(units);
    return without ? find_in_program() : without;
  }

  const CrashReport& given_;
  const SubjectOptions& options_;
  std::optional<Subject> subject_;
};

Expected<int> run(ExplainArguments& a) {
  const auto text = read_input(a.report);
  if (!text) return std::unexpected(text.error());
  const auto report = read_crash_report(*text, a.report == "-" ? "standard input" : a.report, a.thread);
  if (!report) return std::unexpected(report.error());
  auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  a.declared->apply();
  SubjectOptions options;
  options.cache_dir = std::move(*cache);
  options.build_dir = a.build_dir;
  options.interrupted = &catch_interrupts();
  complete_subject(options, *report, "", "");
  options.jobs = a.jobs;
  Compilers compilers({options.cache_dir});
  options.compilers = &compilers;
  const SteadyClock clock;
  Progress progress(clock, {});
  options.progress = progress.steps();
  FoundReport found(*report, options);
  if (const auto ok = found.find(); !ok) return std::unexpected(ok.error());
  Goal goal{.report = &found.report, .program = &found.program, .frames = found.frames.frames, .target = {}};
  if (a.frame > 0 && a.frame < goal.frames.size()) goal.frames.resize(a.frame);
  goal.target = FrameIndex(goal.frames.size() - 1);
  const CallGraph graph(found.program);
  const Explanation explanation =
      explain(goal, *found.bitcode, graph, a.backward, a.enough, clock, [&] { return options.interrupted->load(); });
  if (a.json)
    fmt::print("{}", explanation_json(explanation));
  else
    fmt::print("{}", valid_utf8(explanation_text(explanation, a.all ? 1000 : a.enough)));
  const bool is_explained = !explanation.frames.empty() && !explanation.frames.back().preconditions.empty();
  return is_explained ? kReproducedStatus : kNotReproducedStatus;
}

}  // namespace

void add_explain_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<ExplainArguments>();
  CLI::App* command = app.add_subcommand(
      "explain", "Say what must hold when each function of a report's trace is entered, for the crash to come");
  command->add_option("REPORT", a->report, "The crash report's file, or - for standard input")->required();
  add_build_dir_option(*command, a->build_dir);
  command->add_option("--frame", a->frame, "Go out to the K-th frame of the project only (default: all)")
      ->check(CLI::Range(1U, 1000U));
  command->add_option("--enough", a->enough, "Stop at so many preconditions of the outermost frame, for each condition")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  command->add_flag("--json", a->json, "As JSON: candidates, frames with their preconditions, counters, reasons");
  command->add_flag("--all", a->all, "Show all preconditions that were found");
  add_thread_option(command, a->thread);
  command->add_option("--jobs", a->jobs, "Parallel compilers")->capture_default_str()->check(CLI::Range(1U, 64U));
  add_cache_option(*command, a->cache);
  a->declared = std::make_unique<DeclaredOptions>(*command);
  declare(a->backward, *a->declared);
  command->footer(
      "Exit status: 0 the outermost frame has a precondition; 1 it has none; 2 bad usage or unreadable input; 3 the "
      "project\ncould not be built.");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
