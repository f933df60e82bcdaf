#include "explore/crash_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

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

/// The frames of libraries inside of the innermost one of the subject, as gdb shows them.
std::vector<const char*> last_steps_of(const Observation& run) {
  constexpr const char* kAbort = "0x00007ffff7a44472 in __GI_abort () at stdlib/abort.c:79";
  if (run.check == BuiltInCheck::kStandardLibrary)
    return {kAbort,
            "0x00007ffff7cd09ee in std::__glibcxx_assert_fail(char const*, int, char const*, char const*) () from "
            "/lib/libstdc++.so.6"};
  if (run.check == BuiltInCheck::kStackProtector)
    return {kAbort, "0x00007ffff7eeb1f0 in __stack_chk_fail () at debug/stack_chk_fail.c:24"};
  if (run.kind == CrashKind::kAssertion)
    return {kAbort, "0x00007ffff7a52ec2 in __GI___assert_fail () at assert/assert.c:103"};
  return run.kind == CrashKind::kAbort ? std::vector{kAbort} : std::vector<const char*>{};
}

/// "    #0 0x555555555000 in ns::f(int) /src/f.cpp:12:3", up to the test.
std::string stack_lines(const std::vector<Frame>& frames) {
  std::string text;
  std::size_t number = 0;
  for (const Frame& each : frames) {
    if (each.owner == FrameOwner::kDriver) break;
    const std::string place =
        each.file.empty() ? "(app)" : fmt::format("{}:{}:{}", each.file, each.line.value, each.column);
    text += fmt::format("    #{} 0x{:012x} in {} {}\n", number, 0x555555555000 + 16 * number, each.function, place);
    ++number;
  }
  return text + "\n";
}

}  // namespace

std::string sanitizer_text(const CrashReport& finding) {
  constexpr std::string_view kAddress = "0x602000000010";
  std::string text = fmt::format("==1==ERROR: AddressSanitizer: {} on address {} at pc 0x555555555000\n",
                                 sanitizer_name_of(finding.kind), kAddress);
  if (finding.access != Access::kUnknown)
    text += fmt::format("{} of size {} at {} thread T0\n", to_string(finding.access), finding.access_size, kAddress);
  text += stack_lines(finding.frames);
  for (const OtherStack& each : finding.others) {
    if (each.role == OtherStack::Role::kFreed) text += "freed by thread T0 here:\n" + stack_lines(each.frames);
    if (each.role == OtherStack::Role::kAllocated)
      text += "previously allocated by thread T0 here:\n" + stack_lines(each.frames);
  }
  return text;
}

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
      if (run.check == BuiltInCheck::kStandardLibrary) {
        text = fmt::format(
            "/usr/include/c++/header:1: std: Assertion '{}' failed.\n\nProgram received signal SIGABRT, Aborted.\n",
            run.message);
        break;
      }
      text = fmt::format("app: {}:{}: {}: Assertion `{}' failed.\n\nProgram received signal SIGABRT, Aborted.\n", file,
                         run.trace.front().line.value, innermost.name, run.message);
      break;
    case CrashKind::kStackBufferOverflow:
      if (run.check != BuiltInCheck::kStackProtector) return "";
      [[fallthrough]];
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
  for (const char* frame : last_steps_of(run)) text += fmt::format("#{}  {}\n", number++, frame);
  for (const TraceFrame& frame : run.trace) text += frame_line(number++, program[frame.function], frame.line);
  return text;
}

}  // namespace reenact
