#include "session/demanded_contracts.h"

#include <algorithm>

#include "crash/match.h"

namespace reenact {
namespace {

bool releases(const Callable& callable) { return std::ranges::any_of(callable.parameters, &Parameter::releases); }

/// Is a function on that stack one by which users free what they hold?
bool is_freed_by_user(const OtherStack& stack, const ApiModel& api) {
  if (stack.role != OtherStack::Role::kFreed) return false;
  return std::ranges::any_of(stack.frames, [&](const Frame& frame) {
    return frame.owner == FrameOwner::kSubject && std::ranges::any_of(api.callables, [&](const Callable& callable) {
             return releases(callable) && plain_name(frame.function) == callable.name;
           });
  });
}

bool is_null(const std::string& value) { return value == "0x0" || value.starts_with("0x0 ") || value == "NULL"; }

bool is_address(std::string_view value) {
  if (const auto entry = value.find("@entry="); entry != std::string_view::npos) value.remove_prefix(entry + 7);
  return value.starts_with("0x") && !is_null(std::string(value));
}

bool shows_null(const Frame& frame) {
  return frame.owner == FrameOwner::kSubject && std::ranges::any_of(frame.arguments, is_null, &Frame::Argument::value);
}

}  // namespace

ContractSet demanded_contracts(const CrashReport& report, const ApiModel& api) {
  ContractSet result;
  const bool is_freed_twice = report.kind == CrashKind::kDoubleFree;
  if (is_freed_twice ||
      std::ranges::any_of(report.others, [&](const OtherStack& stack) { return is_freed_by_user(stack, api); }))
    result |= only(Contract::kReleased);
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
