#include "reproduce/report_print.h"

#include <fmt/format.h>

#include <filesystem>

#include "crash/match.h"
#include "reproduce/test_names.h"

namespace reenact {
namespace {

std::string what_happens(const CrashReport& report, CrashKind kind) {
  switch (report.kind) {
    case CrashKind::kAssertion:
      return fmt::format("Assertion `{}' failed", report.message);
    case CrashKind::kCppException:
      return report.exception_type + (report.message.empty() ? "" : ": " + report.message);
    case CrashKind::kUndefinedBehaviour:
      return report.message;
    default:
      return std::string(to_string(kind));
  }
}

}  // namespace

void name_after_crash(const Goal& goal, CrashKind kind, PrintOptions& print) {
  const TargetFrame& innermost = goal.frames.front();
  const Function& target = (*goal.program)[innermost.function];
  print.name = test_name(kind, goal.report->exception_type);
  print.comment = {fmt::format("{} in {} ({}:{}).", what_happens(*goal.report, kind), plain_name(target.linkage_name),
                               std::filesystem::path(target.file).filename().string(), innermost.line.value)};
}

PrintOptions print_options_for(const Goal& goal, const std::vector<std::string>& prelude) {
  PrintOptions print;
  print.suite = test_suite((*goal.program)[goal.frames.front().function].linkage_name);
  name_after_crash(goal, goal.report->kind, print);
  print.prelude = prelude;
  print.kind = goal.report->kind;
  print.exception_type = goal.report->exception_type;
  print.message = goal.report->message;
  return print;
}

}  // namespace reenact
