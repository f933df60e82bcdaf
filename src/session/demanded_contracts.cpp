#include "session/demanded_contracts.h"

#include <algorithm>

#include "crash/match.h"

namespace reenact {
namespace {

/// What a function on that stack shows by which users free what they hold: that something was used behind it, or was kept by the library.
/// Whoever deletes an object does not use it afterwards.
ContractSet shown_by_release(const OtherStack& stack, const ApiModel& api) {
  ContractSet result;
  if (stack.role != OtherStack::Role::kFreed) return result;
  for (const Frame& frame : stack.frames) {
    if (frame.owner != FrameOwner::kSubject) continue;
    const std::string name = plain_name(frame.function);
    for (const Callable& callable : api.callables) {
      if (std::ranges::none_of(callable.parameters, &Parameter::releases) || plain_name(callable.name) != name)
        continue;
      result |= only(Contract::kKept);
      if (!runs_destructor(callable)) result |= only(Contract::kReleased);
    }
  }
  return result;
}

bool is_null(const std::string& value) { return value == "0x0" || value.starts_with("0x0 ") || value == "NULL"; }

bool is_address(std::string_view value) {
  value = without_entry(value);
  return value.starts_with("0x") && !is_null(std::string(value));
}

bool shows_null(const Frame& frame) {
  return frame.owner == FrameOwner::kSubject && std::ranges::any_of(frame.arguments, is_null, &Frame::Argument::value);
}

}  // namespace

ContractSet demanded_contracts(const CrashReport& report, const ApiModel& api) {
  ContractSet result;
  if (report.kind == CrashKind::kDoubleFree) result |= only(Contract::kReleased) | only(Contract::kKept);
  for (const OtherStack& stack : report.others) result |= shown_by_release(stack, api);
  if (report.shows_delete()) result |= only(Contract::kKept);
  if (report.kind == CrashKind::kNullDereference || std::ranges::any_of(report.frames, shows_null))
    result |= only(Contract::kNull);
  if (report.ubsan_check == "enum") result |= only(Contract::kNamed);
  if (report.kind == CrashKind::kNegativeSize) result |= only(Contract::kLength);
  return result;
}

void keep_shown_pointers(const CrashReport& report, ApiModel& api) {
  const std::vector<FrameIndex> frames = report.subject_frames();
  if (frames.empty()) return;
  const Frame& outermost = report.frames[frames.back().index()];
  const auto is_shown = [&](const Parameter& parameter) {
    const auto shown = std::ranges::find(outermost.arguments, parameter.name, &Frame::Argument::name);
    return parameter.nullable && shown != outermost.arguments.end() && is_address(shown->value);
  };
  for (Callable& callable : api.callables)
    if (callable.name == plain_name(outermost.function))
      for (Parameter& parameter : callable.parameters) parameter.shown = parameter.shown || is_shown(parameter);
}

}  // namespace reenact
