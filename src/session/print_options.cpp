#include "session/print_options.h"

#include <fmt/format.h>

#include <cctype>

#include "crash/match.h"
#include "print/test_names.h"
#include "run/fork_server.h"

namespace reenact {
namespace {

std::string what_happens(const CrashReport& crash) {
  if (crash.kind == CrashKind::kAssertion && !crash.message.empty())
    return fmt::format("Assertion `{}' failed", crash.message);
  if (crash.kind == CrashKind::kCppException && !crash.exception_type.empty())
    return crash.exception_type + (crash.message.empty() ? "" : ": " + crash.message);
  if (crash.kind == CrashKind::kUndefinedBehaviour) return crash.message;
  std::string what(to_string(crash.kind));
  if (crash.check != BuiltInCheck::kNone) what += fmt::format(", found by {},", to_string(crash.check));
  return what;
}

void name_after(const Goal& goal, const CrashReport& crash, PrintOptions& print) {
  const TargetFrame& innermost = goal.frames.front();
  const Function& target = (*goal.program)[innermost.function];
  print.name = test_name(crash.kind, crash.exception_type);
  print.comment = {
      fmt::format("{} in {}.", what_happens(crash), place_of(target.linkage_name, target.file, innermost.line))};
  print.kind = crash.kind;
  print.exception_type = crash.exception_type;
  print.message = crash.message;
}

/// What `run` raised as a sentence; a type is spelled as it is.
std::string sentence(const Observation& run, const ProgramModel& program) {
  if (!run.raised) return "Raises nothing yet.";
  std::string text = describe(run, program) + ".";
  if (run.exception_type.empty())
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

}  // namespace

PrintOptions print_options_for(const Goal& goal, const std::vector<std::string>& prelude) {
  PrintOptions print;
  print.suite = test_suite((*goal.program)[goal.frames.front().function].linkage_name);
  print.prelude = prelude;
  name_after(goal, *goal.report, print);
  return print;
}

PrintOptions print_options_for(const Observation& run, const Subject& subject) {
  PrintOptions print;
  print.suite = run.trace.empty() ? "Crash" : test_suite(subject.program[run.trace.front().function].linkage_name);
  print.name = test_name(run.kind, run.exception_type);
  print.comment = {sentence(run, subject.program)};
  print.prelude = subject.prelude;
  print.kind = run.kind;
  print.exception_type = run.exception_type;
  print.message = run.message;
  print.texts_on_heap = run.kind == CrashKind::kHeapOverflow;
  return print;
}

void name_after_crash(const Goal& goal, const CrashReport& seen, PrintOptions& print) {
  CrashReport crash = *goal.report;
  crash.kind = seen.kind;
  // What the test itself says: of the report's text numbers and names may differ.
  if (!seen.exception_type.empty()) crash.exception_type = seen.exception_type;
  if (!seen.message.empty()) crash.message = seen.message;
  name_after(goal, crash, print);
}

void tell_contrived(const std::vector<std::string>& broken, PrintOptions& print) {
  for (const std::string& each : broken) print.comment.push_back(fmt::format("Crashes as reported, but {}.", each));
}

void name_as_nearest(const std::string& lacks, PrintOptions& print) {
  print.name = "ComesNearest";
  print.comment.insert(print.comment.begin(),
                       fmt::format("Not the crash, but the nearest test that was found: {}.", lacks));
  print.expect_crash = false;
}

}  // namespace reenact
