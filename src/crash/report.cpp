#include "crash/report.h"

#include <algorithm>

namespace reenact {

bool is_overflow(CrashKind kind) {
  return kind == CrashKind::kHeapOverflow || kind == CrashKind::kStackBufferOverflow ||
         kind == CrashKind::kGlobalOverflow;
}

std::string_view to_string(CrashKind kind) {
  switch (kind) {
    case CrashKind::kUnknown:
      return "unknown crash";
    case CrashKind::kNullDereference:
      return "null dereference";
    case CrashKind::kWildAccess:
      return "wild access";
    case CrashKind::kBusError:
      return "bus error";
    case CrashKind::kHeapOverflow:
      return "heap buffer overflow";
    case CrashKind::kStackBufferOverflow:
      return "stack buffer overflow";
    case CrashKind::kGlobalOverflow:
      return "global buffer overflow";
    case CrashKind::kUseAfterFree:
      return "use after free";
    case CrashKind::kDoubleFree:
      return "double free";
    case CrashKind::kBadFree:
      return "bad free";
    case CrashKind::kMismatchedFree:
      return "mismatched free";
    case CrashKind::kNegativeSize:
      return "negative size";
    case CrashKind::kStackOverflow:
      return "stack overflow";
    case CrashKind::kAssertion:
      return "failed assertion";
    case CrashKind::kAbort:
      return "abort";
    case CrashKind::kCppException:
      return "C++ exception";
    case CrashKind::kArithmetic:
      return "arithmetic error";
    case CrashKind::kIllegalInstruction:
      return "illegal instruction";
    case CrashKind::kUndefinedBehaviour:
      return "undefined behaviour";
    case CrashKind::kOutOfMemory:
      return "out of memory";
    case CrashKind::kTimeout:
      return "timeout";
    case CrashKind::kExit:
      return "exit";
  }
  return "unknown crash";
}

std::string_view to_string(Access access) {
  switch (access) {
    case Access::kRead:
      return "READ";
    case Access::kWrite:
      return "WRITE";
    case Access::kUnknown:
      break;
  }
  return "";
}

std::string_view to_string(BuiltInCheck check) {
  switch (check) {
    case BuiltInCheck::kStandardLibrary:
      return "an assertion of the standard library";
    case BuiltInCheck::kStackProtector:
      return "the stack protector";
    case BuiltInCheck::kFortified:
      return "a fortified function of the C library";
    case BuiltInCheck::kNone:
      break;
  }
  return "";
}

std::string_view to_string(OtherStack::Role role) {
  switch (role) {
    case OtherStack::Role::kFreed:
      return "freed";
    case OtherStack::Role::kAllocated:
      return "allocated";
    case OtherStack::Role::kOther:
      break;
  }
  return "other";
}

CrashKind kind_of_access(std::uint64_t address) {
  constexpr std::uint64_t kZeroPage = 4096;  // bytes
  return address < kZeroPage ? CrashKind::kNullDereference : CrashKind::kWildAccess;
}

bool is_access(CrashKind kind) { return kind == CrashKind::kNullDereference || kind == CrashKind::kWildAccess; }

bool is_crash(CrashKind kind) { return kind != CrashKind::kTimeout && kind != CrashKind::kExit; }

std::string_view to_string(FrameOwner owner) {
  switch (owner) {
    case FrameOwner::kSubject:
      return "subject";
    case FrameOwner::kSystem:
      return "system";
    case FrameOwner::kSanitizer:
      return "sanitizer";
    case FrameOwner::kDriver:
      return "driver";
  }
  return "subject";
}

std::string_view to_string(Dialect dialect) {
  switch (dialect) {
    case Dialect::kAddressSanitizer:
      return "AddressSanitizer";
    case Dialect::kUndefinedSanitizer:
      return "UndefinedBehaviorSanitizer";
    case Dialect::kValgrind:
      return "Valgrind";
    case Dialect::kGdb:
      return "gdb";
    case Dialect::kLldb:
      return "lldb";
    case Dialect::kSystemd:
      return "systemd-coredump";
    case Dialect::kGlog:
      return "glog";
    case Dialect::kBacktrace:
      return "backtrace_symbols";
    case Dialect::kAssertLine:
      return "assertion line";
    case Dialect::kTerminate:
      return "terminate";
  }
  return "gdb";
}

std::vector<FrameIndex> CrashReport::subject_frames() const {
  std::vector<FrameIndex> result;
  for (std::size_t i = 0; i < frames.size(); ++i)
    if (frames[i].owner == FrameOwner::kSubject && !frames[i].function.empty()) result.emplace_back(i);
  return result;
}

bool CrashReport::shows_delete() const {
  return std::ranges::any_of(others, [](const OtherStack& stack) {
    if (stack.role != OtherStack::Role::kFreed) return false;
    const auto outside = std::ranges::find_if(stack.frames, [](const Frame& frame) {
      return frame.owner == FrameOwner::kSubject || frame.owner == FrameOwner::kDriver;
    });
    if (outside == stack.frames.end() || outside->owner != FrameOwner::kDriver) return false;
    const auto any_inside = [&](const auto& is_meant) { return std::any_of(stack.frames.begin(), outside, is_meant); };
    const bool is_deleted = any_inside([](const Frame& frame) {
      return frame.function.starts_with("operator delete") && !frame.function.starts_with("operator delete[]");
    });
    // A std::vector of the program's own is no object that anybody deletes.
    return is_deleted && !any_inside([](const Frame& frame) { return frame.function.contains("::deallocate("); });
  });
}

}  // namespace reenact
