// Which check of the compiler's or a library's ended the program, and what it had asserted.
#include <algorithm>
#include <csignal>
#include <span>

#include "crash/dialects.h"

namespace reenact::dialects {
namespace {

BuiltInCheck check_in(std::span<const Frame> frames) {
  if (any_named(frames, {"std::__glibcxx_assert_fail", "std::__replacement_assert"}))
    return BuiltInCheck::kStandardLibrary;
  if (any_named(frames, {"__stack_chk_fail", "__stack_chk_fail_local"})) return BuiltInCheck::kStackProtector;
  return any_named(frames, {"__chk_fail"}) ? BuiltInCheck::kFortified : BuiltInCheck::kNone;
}

/// Of the frame `std::__replacement_assert (..., __condition=0x5555 "n < size()")`; "" if there is none.
std::string asserted_by_library(std::span<const Frame> frames) {
  for (const Frame& frame : frames)
    for (const Frame::Argument& argument : frame.arguments) {
      auto text = argument.value.find('"');
      if (argument.name.ends_with("condition") && text != std::string::npos) return shown_text(argument.value, text);
    }
  return "";
}

}  // namespace

std::string plain_condition(std::string_view text) {
  constexpr std::string_view kExpected = "__builtin_expect(", kTrue = ", true)", kThis = "this->";
  text = trimmed(text);
  if (text.starts_with(kExpected) && text.ends_with(kTrue)) {
    text.remove_prefix(kExpected.size());
    text.remove_suffix(kTrue.size());
  }
  std::string result(text);
  for (auto at = result.find(kThis); at != std::string::npos; at = result.find(kThis, at))
    result.erase(at, kThis.size());
  return result;
}

void deduce_check(CrashReport& report) {
  const bool may_be_one = report.kind == CrashKind::kAbort || report.kind == CrashKind::kUnknown ||
                          report.kind == CrashKind::kAssertion || report.kind == CrashKind::kStackBufferOverflow;
  if (!may_be_one || report.dialect == Dialect::kValgrind) return;
  const std::span<const Frame> steps = last_steps(report.frames);
  if (const BuiltInCheck seen = check_in(steps); seen != BuiltInCheck::kNone) report.check = seen;
  if (report.check == BuiltInCheck::kNone) return;
  report.signal = SIGABRT;
  if (report.check == BuiltInCheck::kFortified) {
    report.kind = CrashKind::kAbort;
  } else if (report.check == BuiltInCheck::kStackProtector) {
    report.kind = CrashKind::kStackBufferOverflow;
  } else {
    if (report.kind != CrashKind::kAssertion) report.message = asserted_by_library(steps);
    report.kind = CrashKind::kAssertion;
    report.message = plain_condition(report.message);
  }
}

}  // namespace reenact::dialects
