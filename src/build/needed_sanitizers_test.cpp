#include "build/needed_sanitizers.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

CrashReport report_of(Dialect dialect, CrashKind kind, const char* message = "") {
  CrashReport report;
  report.dialect = dialect;
  report.kind = kind;
  report.message = message;
  return report;
}

TEST(NeededSanitizers, AreThoseThatShowTheCrash) {
  EXPECT_TRUE(sanitizers_for(report_of(Dialect::kAddressSanitizer, CrashKind::kHeapOverflow)).address);
  EXPECT_TRUE(sanitizers_for(report_of(Dialect::kValgrind, CrashKind::kUseAfterFree)).address);
  EXPECT_FALSE(sanitizers_for(report_of(Dialect::kAddressSanitizer, CrashKind::kNullDereference)).address);
  EXPECT_FALSE(sanitizers_for(report_of(Dialect::kGdb, CrashKind::kStackBufferOverflow)).address);
}

TEST(NeededSanitizers, AKindThatNobodyKnowsIsOneThatOnlyTheSanitizerShows) {
  EXPECT_TRUE(sanitizers_for(report_of(Dialect::kAddressSanitizer, CrashKind::kUnknown, "unknown-crash")).address);
  EXPECT_FALSE(sanitizers_for(report_of(Dialect::kGdb, CrashKind::kUnknown, "SIGPIPE")).address);
  EXPECT_FALSE(sanitizers_for(report_of(Dialect::kTerminate, CrashKind::kUnknown)).address);
}

}  // namespace
}  // namespace reenact
