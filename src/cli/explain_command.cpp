#include <fmt/format.h>

#include <memory>

#include "base/text.h"
#include "build/assertions.h"
#include "build/needed_sanitizers.h"
#include "cli/commands.h"
#include "cli/declared_options.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "contain/compilers.h"
#include "crash/reader.h"
#include "goal/find_frames.h"
#include "goal/report_place.h"
#include "output/explanation_words.h"
#include "program/call_graph.h"
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

Expected<int> run(ExplainArguments& a) {
  const auto text = read_input(a.report);
  if (!text) return std::unexpected(text.error());
  auto report = read_crash_report(*text, a.report == "-" ? "standard input" : a.report, a.thread);
  if (!report) return std::unexpected(report.error());
  auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  a.declared->apply();
  SubjectOptions options;
  options.cache_dir = std::move(*cache);
  options.build_dir = a.build_dir;
  options.interrupted = &catch_interrupts();
  options.sanitizers = sanitizers_for(*report);
  options.assertions = assertions_for(*report);
  options.check = report->check;
  options.jobs = a.jobs;
  Compilers compilers({options.cache_dir});
  options.compilers = &compilers;
  const auto program = read_program(options);
  if (!program) return std::unexpected(program.error());
  auto bitcode = open_bitcode(options);
  if (!bitcode) return std::unexpected(bitcode.error());
  if (const auto named = name_function_of_place(*report, *program); !named) return std::unexpected(named.error());
  const auto frames = find_frames(*report, *program);
  if (!frames) return std::unexpected(frames.error());
  complete_report(*report, *frames, *program);
  Goal goal{.report = &*report, .program = &*program, .frames = frames->frames, .target = {}};
  if (a.frame > 0 && a.frame < goal.frames.size()) goal.frames.resize(a.frame);
  goal.target = FrameIndex(goal.frames.size() - 1);
  const CallGraph graph(*program);
  const SteadyClock clock;
  const Explanation explanation =
      explain(goal, *bitcode, graph, a.backward, a.enough, clock, [&] { return options.interrupted->load(); });
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
