// What needs no subject: coverage as items, and a crash as a report that can be read back. tests/explore.py does the rest.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "crash/reader.h"
#include "explore/coverage.h"
#include "explore/crash_text.h"

namespace reenact {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();

class ExploreTest : public testing::Test {
 protected:
  ExploreTest() {
    program_.functions.push_back(
        {.id = FunctionId(0u), .linkage_name = "pop", .name = "ns::Stack::pop()", .file = "/src/stack.cpp"});
    program_.functions.push_back({.id = FunctionId(1u), .linkage_name = "run", .name = "run", .file = "/src/run.cpp"});
  }

  Observation ran(std::vector<std::uint8_t> hits, std::vector<float> edges) {
    hits_ = std::move(hits);
    edges_ = std::move(edges);
    Observation run;
    run.coverage.push_back({.function = FunctionId(1u), .hits = hits_, .edges = edges_});
    return run;
  }

  ProgramModel program_;
  std::vector<std::uint8_t> hits_;
  std::vector<float> edges_;
};

TEST_F(ExploreTest, ABranchCountsWhenItIsTaken) {
  EXPECT_EQ(items_of(ran({1, 0, 1}, {0, 3, kNever})).size(), 3) << "two blocks and one way out of a branch";
}

TEST_F(ExploreTest, OnlyWhatIsNewIsBetter) {
  NewCoverage fitness(5);
  const double first = fitness.evaluate(ran({1, 0}, {}));
  EXPECT_LT(first, fitness.worst());
  EXPECT_EQ(fitness.evaluate(ran({1, 0}, {})), fitness.worst());
  EXPECT_LT(fitness.evaluate(ran({0, 1}, {})), first);
  Observation crashed = ran({1, 1}, {0});
  crashed.raised = true;
  crashed.kind = CrashKind::kNullDereference;
  EXPECT_EQ(fitness.evaluate(crashed), fitness.worst());
}

TEST_F(ExploreTest, ACrashIsAReport) {
  Observation run;
  run.raised = true;
  run.kind = CrashKind::kAssertion;
  run.message = "count > 0";
  run.trace = {{FunctionId(0u), Line(12u)}, {FunctionId(1u), Line(30u)}};
  const auto report = find_crash_report(crash_text(run, program_), "explore");
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->kind, CrashKind::kAssertion);
  EXPECT_EQ(report->message, "count > 0");
  const auto frames = report->subject_frames();
  ASSERT_EQ(frames.size(), 2);
  EXPECT_EQ(report->frames[frames[0].index()].function, "ns::Stack::pop");
  EXPECT_EQ(report->frames[frames[1].index()].line, Line(30u));
}

TEST_F(ExploreTest, ACrashThatABuiltInCheckFoundIsAReportOfThat) {
  Observation run;
  run.kind = CrashKind::kAssertion;
  run.check = BuiltInCheck::kStandardLibrary;
  run.message = "__n < this->size()";
  run.trace = {{FunctionId(0u), Line(12u)}};
  auto report = find_crash_report(crash_text(run, program_), "explore");
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->check, BuiltInCheck::kStandardLibrary);
  EXPECT_EQ(report->message, "__n < size()");
  run.kind = CrashKind::kStackBufferOverflow;
  run.check = BuiltInCheck::kStackProtector;
  report = find_crash_report(crash_text(run, program_), "explore");
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->kind, CrashKind::kStackBufferOverflow);
  EXPECT_EQ(report->check, BuiltInCheck::kStackProtector);
  EXPECT_EQ(report->subject_frames().size(), 1U);
}

TEST_F(ExploreTest, AFindingOfASanitizerIsReadAsItWas) {
  for (const CrashKind kind :
       {CrashKind::kHeapOverflow, CrashKind::kStackBufferOverflow, CrashKind::kGlobalOverflow, CrashKind::kUseAfterFree,
        CrashKind::kDoubleFree, CrashKind::kBadFree, CrashKind::kMismatchedFree, CrashKind::kNegativeSize}) {
    const Frame pop{.function = "ns::Stack::pop()", .file = "/src/stack.cpp", .line = Line(12u), .column = 3},
        body{.function = "Case1_Test::TestBody()", .file = "/t/suite_test.cpp", .owner = FrameOwner::kDriver};
    CrashReport finding{.dialect = Dialect::kAddressSanitizer, .kind = kind};
    finding.access = Access::kRead;
    finding.access_size = 4;
    finding.frames = {pop, body};
    finding.others = {{OtherStack::Role::kFreed, {pop, body}}};
    const auto report = find_crash_report(sanitizer_text(finding), "explore");
    ASSERT_TRUE(report.has_value()) << to_string(kind);
    EXPECT_EQ(report->kind, kind);
    EXPECT_EQ(report->access, Access::kRead);
    EXPECT_EQ(report->access_size, 4U);
    ASSERT_EQ(report->frames.size(), 1U) << "the test's frame is none of the report's";
    EXPECT_EQ(report->frames.front().function, "ns::Stack::pop()");
    EXPECT_EQ(report->frames.front().line, Line(12u));
    ASSERT_EQ(report->others.size(), 1U);
    EXPECT_EQ(report->others.front().role, OtherStack::Role::kFreed);
  }
}

TEST_F(ExploreTest, WhatOnlyASanitizerSeesHasNoSuchReport) {
  Observation run;
  run.kind = CrashKind::kUseAfterFree;
  run.trace = {{FunctionId(0u), Line(12u)}};
  EXPECT_EQ(crash_text(run, program_), "");
}

}  // namespace
}  // namespace reenact
