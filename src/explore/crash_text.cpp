#include "explore/crash_text.h"

#include <fmt/format.h>

#include <filesystem>

namespace reenact {
namespace {

/// "ns::Class::method(int)" as gdb shows it of a call: the name, and its arguments without their values.
std::string frame_line(std::size_t number, const Function& function, Line line) {
  auto end = function.name.find('(');
  while (end != std::string::npos && function.name.compare(end, 10, "(anonymous") == 0)
    end = function.name.find('(', end + 1);
  const std::string name = function.name.substr(0, end);
  return fmt::format("#{}  0x{:016x} in {} () at {}:{}\n", number, 0x555555555000 + 16 * number, name, function.file,
                     line.value);
}

}  // namespace

std::string crash_text(const Observation& run, const ProgramModel& program) {
  if (run.trace.empty()) return "";
  const Function& innermost = program[run.trace.front().function];
  const std::string file = std::filesystem::path(innermost.file).filename();
  std::string text;
  switch (run.kind) {
    case CrashKind::kNullDereference:
    case CrashKind::kWildAccess:
    case CrashKind::kStackOverflow:
      text = "Program received signal SIGSEGV, Segmentation fault.\n";
      break;
    case CrashKind::kAssertion:
      text = fmt::format("app: {}:{}: {}: Assertion `{}' failed.\n\nProgram received signal SIGABRT, Aborted.\n", file,
                         run.trace.front().line.value, innermost.name, run.message);
      break;
    case CrashKind::kAbort:
      text = "Program received signal SIGABRT, Aborted.\n";
      break;
    case CrashKind::kArithmetic:
      text = "Program received signal SIGFPE, Arithmetic exception.\n";
      break;
    default:
      return "";
  }
  std::size_t number = 0;
  if (run.kind == CrashKind::kAssertion || run.kind == CrashKind::kAbort)
    text += fmt::format("#{}  0x00007ffff7a44472 in __GI_abort () at stdlib/abort.c:79\n", number++);
  if (run.kind == CrashKind::kAssertion)
    text += fmt::format("#{}  0x00007ffff7a52ec2 in __GI___assert_fail () at assert/assert.c:103\n", number++);
  for (const TraceFrame& frame : run.trace) text += frame_line(number++, program[frame.function], frame.line);
  return text;
}

}  // namespace reenact
