#include "build/needed_sanitizers.h"

namespace reenact {

bool needs_address_sanitizer(CrashKind kind) {
  switch (kind) {
    case CrashKind::kHeapOverflow:
    case CrashKind::kStackBufferOverflow:
    case CrashKind::kGlobalOverflow:
    case CrashKind::kUseAfterFree:
    case CrashKind::kDoubleFree:
    case CrashKind::kBadFree:
    case CrashKind::kMismatchedFree:
    case CrashKind::kNegativeSize:
    case CrashKind::kOutOfMemory:  // without it, malloc returns null and the program goes on
      return true;
    default:
      return false;
  }
}

Sanitizers sanitizers_for(const CrashReport& report) {
  Sanitizers result;
  const bool seen_by_checker = report.dialect == Dialect::kAddressSanitizer || report.dialect == Dialect::kValgrind;
  // "unknown-crash": a kind that only AddressSanitizer has a name for.
  const bool only_it_knows = report.kind == CrashKind::kUnknown && !report.message.empty();
  result.address = seen_by_checker && (needs_address_sanitizer(report.kind) || only_it_knows);
  result.returned_stack = result.address && report.message == "stack-use-after-return";
  if (report.kind == CrashKind::kUndefinedBehaviour) {
    result.undefined = report.ubsan_check;
    result.address = report.dialect == Dialect::kAddressSanitizer;  // memcpy-param-overlap
  }
  return result;
}

}  // namespace reenact
