#include "reproduce/needed_sanitizers.h"

namespace reenact {

bool needs_address_sanitizer(CrashKind kind) {
  switch (kind) {
    case CrashKind::kHeapOverflow:
    case CrashKind::kStackBufferOverflow:
    case CrashKind::kGlobalOverflow:
    case CrashKind::kUseAfterFree:
    case CrashKind::kDoubleFree:
      return true;
    default:
      return false;
  }
}

Sanitizers sanitizers_for(const CrashReport& report) {
  Sanitizers result;
  result.address = needs_address_sanitizer(report.kind) && report.dialect == Dialect::kAddressSanitizer;
  if (report.kind == CrashKind::kUndefinedBehaviour) result.undefined = report.ubsan_check;
  return result;
}

}  // namespace reenact
