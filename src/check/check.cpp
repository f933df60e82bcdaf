#include "check/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <future>
#include <iterator>
#include <sstream>

#include "base/files.h"
#include "check/run_test.h"
#include "contain/compilers.h"
#include "contain/confinement.h"
#include "crash/match.h"
#include "crash/trace_match.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownWords = 3000;  // characters of a compiler's complaint that are passed on

bool is_sanitized(const TestBuild& build) {
  return std::any_of(build.compile_flags.begin(), build.compile_flags.end(),
                     [](const std::string& flag) { return flag.starts_with("-fsanitize="); });
}

/// What the test, and its compiler, may need of what is below /tmp.
std::vector<fs::path> readable_for(const TestBuild& build) {
  std::vector<fs::path> result = build.objects;
  if (!build.precompiled_gtest.empty()) result.push_back(build.precompiled_gtest);
  for (const TestSource& source : build.sources) result.push_back(source.file);
  for (const auto& flags : {build.compile_flags, build.link_flags})
    std::ranges::move(paths_in(flags), std::back_inserter(result));
  return result;
}

std::string source_name(const CheckRequest& request) { return request.is_c ? "crash_test.c" : "crash_test.cpp"; }
fs::path object_of(const CheckRequest& request) { return request.work_dir / "crash_test.o"; }

Expected<ProcessResult> run_compiler(const std::vector<std::string>& command, const CheckRequest& request) {
  ProcessOptions options;
  options.directory = request.work_dir;
  options.interrupted = request.interrupted;
  options.environment = {"TMPDIR=" + request.work_dir.string()};
  return run_compiler(request.compilers, request.work_dir, readable_for(request.build), command, options);
}

TestRun test_run(const CheckRequest& request, const fs::path& binary, const std::string& scratch) {
  TestRun run;
  run.binary = binary;
  run.scratch = request.work_dir / scratch;
  run.readable = readable_for(request.build);
  run.interrupted = request.interrupted;
  return run;
}

Expected<void> run_tool(const std::vector<std::string>& command, const CheckRequest& request, std::string_view doing) {
  const auto result = run_compiler(command, request);
  if (!result) return std::unexpected(result.error());
  if (result->exit_status != 0)
    return subject_error(fmt::format("the test does not {}:\n{}", doing, result->err.substr(0, kShownWords)));
  return {};
}

/// Flags by which clang takes the first line of the test, GoogleTest's header, as it was compiled before.
std::vector<std::string> precompiled_flags(const CheckRequest& request) {
  const fs::path& header = request.build.precompiled_gtest;
  if (header.empty() || request.is_c || !begins_with_gtest(request.test_source)) return {};
  return {"-include-pch", header.string()};
}

/// `first`: flags in front of all others.
Expected<void> compile(const CheckRequest& request, const std::vector<std::string>& first, const fs::path& source,
                       const fs::path& object) {
  std::vector<std::string> command{request.build.compiler};
  command.insert(command.end(), first.begin(), first.end());
  // The build's flags are for C++.
  std::ranges::copy_if(request.build.compile_flags, std::back_inserter(command), [&](const std::string& flag) {
    return !request.is_c || !(flag.starts_with("-std=") || flag.starts_with("-stdlib="));
  });
  if (request.is_c) command.insert(command.end(), {"-x", "c"});
  for (const char* flag : {"-w", request.build.optimises_test ? "-O1" : "-O0", "-g", "-c"}) command.emplace_back(flag);
  command.push_back(source.string());
  command.insert(command.end(), {"-o", object.string()});
  // Tests are linked again and again, until they have the units they need, and some are compiled beforehand.
  const fs::path note = object.string() + ".made_of";
  const std::string made_of = fmt::format("{}\n{}", fmt::join(command, "\n"), request.test_source);
  if (read_file(note) == made_of) return {};
  std::error_code ignored;
  fs::remove(note, ignored);
  if (auto compiled = run_tool(command, request, "compile"); !compiled) return compiled;
  return write_file(note, made_of);
}

Expected<void> link(const CheckRequest& request, const fs::path& object, const fs::path& binary) {
  std::vector<std::string> command{request.build.compiler, "-fuse-ld=lld", "-o",      binary.string(),
                                   object.string(),        "-lgtest_main", "-lgtest", "-Wl,--start-lib"};
  for (const fs::path& each : request.build.objects) command.push_back(each.string());
  command.emplace_back("-Wl,--end-lib");
  for (const auto& flags : {request.build.link_flags, request.build.lld_flags})
    command.insert(command.end(), flags.begin(), flags.end());
  command.emplace_back("-lpthread");
  return run_tool(command, request, "link");
}

bool is_clang(const std::string& compiler) { return compiler.empty() || compiler.contains("clang"); }

/// The report as a build of another compiler than clang shows it: its frames' lines may be other ones.
CrashReport as_of_other_compiler(CrashReport report) {
  const auto add_lines = [](std::vector<Frame>& frames) {
    for (Frame& frame : frames) std::ranges::copy(frame.lines_by_gcc, std::back_inserter(frame.lines_here));
  };
  add_lines(report.frames);
  for (OtherStack& other : report.others) add_lines(other.frames);
  return report;
}

/// Is it the crash that is asked for?
MatchResult compare(const TestEnd& end, const CheckRequest& request) {
  MatchResult result;
  result.difference = end.otherwise;
  if (!end.crash) return result;
  if (request.description == nullptr) {
    const bool is_by_clang = is_clang(request.build.c_compiler) && is_clang(request.build.cxx_compiler);
    return is_by_clang ? match(*request.report, *end.crash, request.frames)
                       : match(as_of_other_compiler(*request.report), *end.crash, request.frames);
  }
  result.same = result.same_kind = match(*request.description, *end.crash, result.difference).all();
  return result;
}

/// Adds one run to the verdict.
void count(Verdict& verdict, const TestEnd& end, MatchResult result) {
  const bool is_first = verdict.runs == 0;
  ++verdict.runs;
  if (end.crash && verdict.observed.frames.empty()) verdict.observed = *end.crash;
  if (result.same) {
    ++verdict.runs_matching;
    verdict.cycle = result.cycle;
    verdict.not_compared = std::move(result.not_compared);
  } else if (verdict.difference.empty()) {
    verdict.difference = result.difference;
  }
  const std::size_t frames = result.same_kind ? result.frames_matched : 0;
  verdict.frames_matched = is_first ? frames : std::min(verdict.frames_matched, frames);
}

/// Does what is looked for carry a text?
bool tells_text(const CheckRequest& request) {
  if (request.description != nullptr) return !request.description->message.empty();
  return request.report != nullptr && !request.report->message.empty();
}

/// What the runs of a program have in common.
TestRun any_run(const CheckRequest& request, const fs::path& binary) {
  TestRun run = test_run(request, binary, {});
  run.sanitized = is_sanitized(request.build);
  run.asks_for_text = tells_text(request);
  run.throw_shown = request.report != nullptr && request.report->shows_throw();
  run.inner_end_suffices = [&request](const CrashReport& inner_end) {
    return compare({.crash = inner_end, .otherwise = {}}, request).same;
  };
  return run;
}

TestRun nth_run(const CheckRequest& request, TestRun run, unsigned i) {
  run.scratch = request.work_dir / fmt::format("run-{}", i);
  return run;
}

/// The runs from the `first` on, as many as may go on side by side; none if one at a time.
std::deque<std::future<Expected<TestEnd>>> start_runs(const CheckRequest& request, const TestRun& run, unsigned first) {
  std::deque<std::future<Expected<TestEnd>>> result;
  for (unsigned i = first; request.jobs > 1 && i < request.runs && result.size() < request.jobs; ++i)
    result.push_back(std::async(std::launch::async, run_test, nth_run(request, run, i)));
  return result;
}

Expected<TestEnd> take_first(std::deque<std::future<Expected<TestEnd>>>& runs) {
  auto end = runs.front().get();
  runs.pop_front();
  return end;
}

/// The debugger's word on a report that the test could have written. False: it is none.
Expected<bool> ask_witness(const TestRun& run, TestEnd& end) {
  auto witnessed = is_witnessed(run, *end.crash);
  if (witnessed && !*witnessed)
    end = {.crash = std::nullopt, .otherwise = "a sanitizer's report, but the debugger sees no sanitizer report it"};
  return witnessed;
}

}  // namespace

bool begins_with_gtest(std::string_view test_source) { return test_source.starts_with("#include <gtest/gtest.h>\n"); }

Expected<void> compile_test(const CheckRequest& request) {
  if (auto made = make_folder(request.work_dir); !made) return made;
  const fs::path source = request.work_dir / source_name(request);
  if (auto written = write_file(source, request.test_source); !written) return written;
  if (!request.small_gtest.empty() &&
      compile(request, {"-I" + request.small_gtest.string()}, source, object_of(request)))
    return {};
  auto compiled = compile(request, precompiled_flags(request), source, object_of(request));
  // Of what it does not take, because a header or a flag is another one, clang names the file, or says "the AST file".
  const auto blames = [&](const std::string& file) { return compiled.error().message.contains(file); };
  const bool is_refused = !compiled && !request.build.precompiled_gtest.empty() &&
                          (blames(request.build.precompiled_gtest.string()) || blames("AST file"));
  return is_refused ? compile(request, {}, source, object_of(request)) : compiled;
}

Expected<fs::path> build_test(const CheckRequest& request) {
  if (const auto done = compile_test(request); !done) return std::unexpected(done.error());
  fs::path binary = request.work_dir / "crash_test";
  if (const auto done = link(request, object_of(request), binary); !done) return std::unexpected(done.error());
  return binary;
}

Expected<Verdict> check(const CheckRequest& request) {
  const auto binary = build_test(request);
  if (!binary) return std::unexpected(binary.error());
  const TestRun any = any_run(request, *binary);
  Verdict verdict;
  bool is_believed = false;
  std::deque<std::future<Expected<TestEnd>>> ahead;
  for (unsigned i = 0; i < request.runs; ++i) {
    const TestRun run = nth_run(request, any, i);
    if (ahead.empty() && i > 0) ahead = start_runs(request, any, i);
    auto end = ahead.empty() ? run_test(run) : take_first(ahead);
    if (!end) return std::unexpected(end.error());
    MatchResult result = compare(*end, request);
    // Once for all runs, and only where something would be claimed: it takes as long as a run.
    if (end->needs_witness && !is_believed && result.same_kind) {
      const auto witnessed = ask_witness(run, *end);
      if (!witnessed) return std::unexpected(witnessed.error());
      is_believed = *witnessed;
      if (!is_believed) result = compare(*end, request);
    }
    count(verdict, *end, std::move(result));
    // A test that crashes in another way, or hangs, needs no second look; one that passes may crash the next time.
    if (!request.every_run && verdict.runs_matching == 0 && verdict.frames_matched == 0 &&
        verdict.difference != kNothingCrashed)
      break;
  }
  if (verdict.runs_matching == request.runs) {
    verdict.status = VerdictStatus::kReproduced;
    verdict.difference.clear();
  } else {
    if (verdict.frames_matched > 0) verdict.status = VerdictStatus::kPartial;
    if (verdict.runs_matching > 0)
      verdict.difference = fmt::format("flaky: it crashes so in {} of {} runs; else: {}", verdict.runs_matching,
                                       verdict.runs, verdict.difference);
    verdict.not_compared.clear();
  }
  return verdict;
}

namespace {

/// Do two exhausted stacks share what comes again and again? In which function a stack ends depends on the build.
bool share_recursion(const CrashReport& a, const CrashReport& b) {
  const std::vector<Frame> cycle = recursion_cycle(a.frames, same_function);
  return std::ranges::any_of(cycle, [&](const Frame& frame) {
    return !frame.function.empty() &&
           std::ranges::any_of(b.frames, [&](const Frame& other) { return same_function(frame, other); });
  });
}

/// Is it the crash itself, seen at its place or, of the same kind, in the same function?
bool is_itself(const CrashReport& finding, const CrashReport& crash) {
  if (finding.kind == CrashKind::kStackOverflow && crash.kind == CrashKind::kStackOverflow &&
      share_recursion(finding, crash))
    return true;
  const std::vector<FrameIndex> found = finding.subject_frames();
  if (found.empty()) return false;
  const Frame& innermost = finding.frames[found.front().index()];
  return std::ranges::any_of(crash.subject_frames(), [&](FrameIndex frame) {
    const Frame& other = crash.frames[frame.index()];
    return same_place(innermost, other) || (finding.kind == crash.kind && same_function(innermost, other));
  });
}

bool is_of_test_file(const Frame& frame) { return fs::path(frame.file).stem() == "crash_test"; }

/// The line of the test's own code that led to it; 0: not known.
Line line_in_test(const CrashReport& crash) {
  const auto frame = std::ranges::find_if(crash.frames, is_of_test_file);
  return frame == crash.frames.end() ? Line(0u) : frame->line;
}

/// Was `finding` made in a call of the test's before the one that ends in `crash`?
bool is_in_earlier_call(const CrashReport& finding, const CrashReport& crash) {
  const Line line = line_in_test(finding);
  return line.value != 0 && line.value < line_in_test(crash).value;
}

}  // namespace

std::string in_short(const std::string& words) {
  std::istringstream lines(words);
  std::string result, line;
  std::getline(lines, result);
  while (std::getline(lines, line))
    if (line.contains("error:")) return result + " " + line;
  return result;
}

std::string in_words(const CrashReport& crash) {
  std::string text(to_string(crash.kind));
  if (const auto frames = crash.subject_frames(); !frames.empty()) {
    const Frame& frame = crash.frames[frames.front().index()];
    text += " in " + place_of(frame.function, frame.file, frame.line);
  }
  return text;
}

bool is_in_test(const CrashReport& finding) {
  const auto frame = std::ranges::find_if(finding.frames, [](const Frame& each) {
    return each.owner == FrameOwner::kSubject || each.owner == FrameOwner::kDriver;
  });
  return frame == finding.frames.end() || frame->owner == FrameOwner::kDriver || is_of_test_file(*frame);
}

Expected<std::optional<EarlierFinding>> earlier_finding(const CheckRequest& request, const CrashReport& crash) {
  const auto binary = build_test(request);
  if (!binary) return std::unexpected(binary.error());
  TestRun run;
  run.binary = *binary;
  run.scratch = request.work_dir / "run-sanitized";
  run.sanitized = true;
  run.suffices = [&](const CrashReport& finding) { return is_itself(finding, crash); };
  run.interrupted = request.interrupted;
  auto end = run_test(run);
  if (!end) return std::unexpected(end.error());
  if (end->crash && is_itself(*end->crash, crash)) return std::nullopt;
  // Of what would be told about the project, the debugger has to know.
  if (end->crash && end->needs_witness)
    if (const auto witnessed = ask_witness(run, *end); !witnessed) return std::unexpected(witnessed.error());
  if (!end->crash) {
    if (!end->otherwise.starts_with(kOutside)) return std::nullopt;
    // A bad access ends a plain run as well: this is the crash itself. Its frames are gone where a null pointer was called.
    if (is_access(end->outside) && is_access(crash.kind)) return std::nullopt;
    return EarlierFinding{.is_of_the_test = true, .words = end->otherwise};
  }
  const bool is_misuse = is_of_the_caller(*end->crash) && is_in_earlier_call(*end->crash, crash);
  return EarlierFinding{.is_of_the_test = is_in_test(*end->crash) || is_misuse,
                        .words = in_words(*end->crash) + (is_misuse ? ", of memory that the test made" : "")};
}

Expected<bool> passes(const CheckRequest& request) {
  const auto binary = build_test(request);
  if (!binary) return std::unexpected(binary.error());
  return test_passes(test_run(request, *binary, "run"));
}

Expected<Passes> count_passes(const CheckRequest& request) {
  const auto binary = build_test(request);
  if (!binary) return std::unexpected(binary.error());
  const TestRun any = any_run(request, *binary);
  Passes result;
  for (; result.runs < request.runs; ++result.runs) {
    const TestRun run = nth_run(request, any, result.runs);
    const auto passed = test_passes(run);
    if (!passed) return std::unexpected(passed.error());
    if (*passed) {
      ++result.passing;
    } else if (result.otherwise.empty()) {
      const auto end = run_test(run);
      if (!end) return std::unexpected(end.error());
      result.otherwise = end->crash ? in_words(*end->crash) : end->otherwise;
    }
  }
  return result;
}

TriedTest try_test(const CheckRequest& request) {
  const fs::path source = request.work_dir / "try_test.cpp";
  if (!make_folder(request.work_dir) || !write_file(source, request.test_source)) return {};
  std::vector<std::string> command{request.build.compiler};
  std::ranges::move(precompiled_flags(request), std::back_inserter(command));
  command.insert(command.end(), request.build.compile_flags.begin(), request.build.compile_flags.end());
  command.insert(command.end(), {"-w", "-H", "-fsyntax-only", source.string()});
  const auto result = run_compiler(command, request);
  if (!result) return {};
  TriedTest tried{.compiles = result->exit_status == 0, .included = {}};
  // "... /usr/include/stdio.h": as many dots as it is deep.
  std::istringstream lines(result->err);
  for (std::string line; std::getline(lines, line);) {
    const auto name = line.find_first_not_of('.');
    if (name != 0 && name != std::string::npos && line[name] == ' ') tried.included.emplace_back(line.substr(name + 1));
  }
  return tried;
}

}  // namespace reenact
