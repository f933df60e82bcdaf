#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "report/cmake_project.h"
#include "report/result_json.h"
#include "reproduce/find_crash.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> interrupted = false;

struct Arguments {
  std::string build_dir, out = "reenact-out", budget = "60s", cache, sanitize, exception, message, function;
  std::uint64_t seed = 1;
  bool verbose = false;
  FindOptions options;
};

bool is_for_address_sanitizer(CrashKind kind) {
  switch (kind) {
    case CrashKind::kHeapOverflow:
    case CrashKind::kStackBufferOverflow:
    case CrashKind::kGlobalOverflow:
    case CrashKind::kUseAfterFree:
    case CrashKind::kDoubleFree:
      return true;
    default:
      return false;
  }
}

Expected<Sanitizers> sanitizers_of(const Arguments& a) {
  Sanitizers result;
  result.address = std::ranges::any_of(a.options.target.description.kinds, is_for_address_sanitizer);
  if (result.address && a.sanitize == "none")
    return usage_error(fmt::format(
        "--exception {} and --sanitize none contradict each other: only AddressSanitizer sees such a crash\n  next "
        "step: leave --sanitize out",
        a.exception));
  if (a.sanitize == "address") result.address = true;
  return result;
}

/// The command that repeats this run; options that have their usual value are left out.
std::string replay_command(const Arguments& a) {
  const FindOptions usual;
  std::string text = fmt::format("reenact find -p {}", shell_word(a.build_dir));
  const auto add_text = [&](std::string_view option, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} {}", option, shell_word(value));
  };
  const auto add = [&](std::string_view option, const auto& value, const auto& usual_value) {
    if (value != usual_value) text += fmt::format(" {} {}", option, value);
  };
  add_text("--exception", a.exception);
  add_text("--message", a.message);
  add_text("--function", a.function);
  for (const std::string& library : a.options.target.part.libraries) add_text("--library", library);
  for (const std::string& glob : a.options.target.part.files) add_text("--files", glob);
  text += fmt::format(" --seed {} --budget {} --jobs {}", a.seed, a.budget, a.options.target.jobs);
  add("--max-executions", a.options.max_executions, usual.max_executions);
  add("--population", a.options.beacon.population, usual.beacon.population);
  add("--genes", a.options.beacon.genes, usual.beacon.genes);
  add("--generations", a.options.beacon.generations, usual.beacon.generations);
  add("--restarts", a.options.restarts, usual.restarts);
  add_text("--sanitize", a.sanitize);
  for (const std::string& library : a.options.target.subject.link) add_text("--link", library);
  for (const std::string& header : a.options.target.subject.headers) add_text("--header", header);
  if (a.options.expect_crash) text += " --expect-crash";
  return text;
}

void print_outcome(const Reproduction& result, const Arguments& a, const std::string& replay) {
  const std::string wanted = to_string(a.options.target.description);
  if (result.status == Status::kReproduced)
    fmt::print("found and verified: {}/{} runs in fresh processes, {} generations, {} statements\n",
               result.verdict.runs_matching, result.verdict.runs, result.generations, result.statements);
  else
    fmt::print("not found within {} generations: {}\n  the nearest test: {}\n", result.generations, wanted,
               result.lacks);
  fmt::print("{} tests", result.executions);
  for (const Phase& phase : result.phases) fmt::print(", {} {:.1f} s", phase.name, phase.seconds);
  fmt::print("\n");
  if (!result.test_source.empty())
    fmt::print("\n{}\ntest:   {}\n", result.test_source, (fs::path(a.out) / "crash_test.cpp").string());
  fmt::print("replay: {}\n", replay);
  if (!result.others.empty()) fmt::print("other crashes met:\n");
  for (std::size_t i = 0; i < result.others.size() && i < 10; ++i)
    fmt::print("  {:>6}x {}\n", result.others[i].times, result.others[i].description);
  if (result.others.size() > 10) fmt::print("  and {} more\n", result.others.size() - 10);
  if (a.verbose)
    for (const std::string& note : result.notes) fmt::print("note: {}\n", note);
}

Expected<void> complete(Arguments& a) {
  const auto budget = parse_budget(a.budget);
  if (!budget) return std::unexpected(budget.error());
  a.options.budget = *budget;
  if (a.options.max_executions == 0) return usage_error("--max-executions 0: must be more than 0");
  const auto description = parse_description(a.exception, a.message, a.function);
  if (!description) return std::unexpected(description.error());
  a.options.target.description = *description;
  const auto sanitizers = sanitizers_of(a);
  if (!sanitizers) return std::unexpected(sanitizers.error());
  a.options.target.subject.sanitizers = *sanitizers;
  a.options.seed = Seed(a.seed);
  a.options.target.subject.build_dir = a.build_dir;
  a.options.target.subject.cache_dir = a.cache.empty() ? default_cache() : fs::path(a.cache);
  a.options.target.subject.jobs = a.options.target.jobs;
  return prepare_out(a.out, "-o");
}

Expected<int> run(Arguments& a) {
  if (const auto ok = complete(a); !ok) return std::unexpected(ok.error());
  a.options.target.scratch = fs::temp_directory_path() / fmt::format("reenact-{}", getpid());
  fs::create_directories(a.options.target.scratch);
  const SteadyClock clock;
  Progress progress(clock, a.options.budget);
  a.options.target.subject.progress = [&](std::string_view what, std::size_t done, std::size_t total) {
    progress.step(what, done, total);
  };
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  ResultContext context;
  context.strategy = context.fitness = "beacon";
  context.test_file = "crash_test.cpp";
  context.replay = replay_command(a);
  context.seed = a.options.seed;
  auto found = find_crash(a.options, clock, interrupted, progress);
  std::error_code ignored;
  fs::remove_all(a.options.target.scratch, ignored);
  if (!found) {
    context.error = found.error().message;
    write(fs::path(a.out) / "result.json", error_json(context));
    return std::unexpected(found.error());
  }
  const Reproduction& result = found->result;
  if (!result.test_source.empty()) write(fs::path(a.out) / "crash_test.cpp", result.test_source);
  if (result.status == Status::kReproduced) write(fs::path(a.out) / "CMakeLists.txt", cmake_project(result.build));
  write(fs::path(a.out) / "result.json", result_json(found->crash, result, context));
  print_outcome(result, a, context.replay);
  return result.status == Status::kReproduced ? kReproducedStatus : kNotReproducedStatus;
}

}  // namespace

void add_find_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "find", "From a partial description of a crash, without a trace, find a minimal verified test that raises it");
  command->add_option("-p,--build-dir", a->build_dir, "Folder that holds the project's compile_commands.json")
      ->required();
  command->add_option("--exception", a->exception,
                      "What ended the program: a C++ type (YAML::ParserException), a signal (SIGSEGV), or a kind of "
                      "crash (abort, assertion, heap-buffer-overflow, ...)");
  command->add_option("--message", a->message, "Text that the exception's or the failed assertion's contains");
  command->add_option("--function", a->function, "Function that is on the stack");
  command->add_option("--library", a->options.target.part.libraries,
                      "Part of the subject whose public calls may be made: a namespace, or a folder of sources or "
                      "headers; repeatable (default: all)");
  command->add_option("--files", a->options.target.part.files,
                      "The same as a glob of source files or headers, such as 'parser*.h'; repeatable");
  command->add_option("-o,--out", a->out, "Folder for crash_test.cpp, CMakeLists.txt and result.json")
      ->capture_default_str();
  command->add_option("--budget", a->budget, "Time for the search: 60s, 2m, 1h")->capture_default_str();
  command->add_option("--max-executions", a->options.max_executions, "Stop the search after so many tests");
  command->add_option("--population", a->options.beacon.population, "Tests per generation")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command->add_option("--genes", a->options.beacon.genes, "Calls per test before it is minimised")
      ->capture_default_str()
      ->check(CLI::Range(1, 50));
  command->add_option("--generations", a->options.beacon.generations, "Generations until a search gives up")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--restarts", a->options.restarts,
                      "Searches behind the first one (0: as published; default: while the budget lasts)");
  command->add_option("--seed", a->seed, "The same seed repeats the same search")->capture_default_str();
  command->add_option("--jobs", a->options.target.jobs, "Compilers and workers side by side")
      ->capture_default_str()
      ->check(CLI::Range(1u, 64u));
  command->add_option("--link", a->options.target.subject.link,
                      "Library the subject needs: a name, -lNAME, or a path; repeatable");
  command->add_option("--header", a->options.target.subject.headers,
                      "Public header to use instead of guessing; repeatable");
  command->add_option("--sanitize", a->sanitize, "Override what the description asks for: address or none")
      ->check(CLI::IsMember({"address", "none"}));
  command->add_option("--cache", a->cache, "Folder for instrumented builds (default: $XDG_CACHE_HOME/reenact)");
  command->add_flag("--expect-crash", a->options.expect_crash,
                    "Print the death-test / EXPECT_THROW form, which passes while the bug is there");
  command->add_flag("--verbose", a->verbose, "Also list what was left out and why");
  command->callback([a, &exit_status] {
    const auto status = run(*a);
    exit_status = status ? *status : fail(status.error());
  });
}

}  // namespace reenact::cli
