// A worker built with AddressSanitizer and a check of UBSan.
#include <gmock/gmock.h>

#include "run/fork_server_fixture.h"

namespace reenact {
namespace {

using testing::ElementsAre;

class SanitizedForkServerTest : public ForkServerTest {
 protected:
  SanitizedForkServerTest() {
    options_.address_sanitizer = true;
    options_.ubsan_check = "shift";
  }
};

TEST_F(SanitizedForkServerTest, KindsThatOnlyTheyShow) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("read_behind_array", {4}), call("read_freed"), call("shift", {40}),
                                               call("shift", {4}), call("throw_error", {7})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kHeapOverflow);
  EXPECT_EQ(seen[0].observation.access, Access::kRead);
  EXPECT_THAT(seen[0].trace, innermost_is("read_behind_array"));
  EXPECT_EQ(seen[1].observation.kind, CrashKind::kUseAfterFree);
  EXPECT_THAT(seen[1].trace, innermost_is("read_freed"));
  EXPECT_EQ(seen[2].observation.kind, CrashKind::kUndefinedBehaviour);
  EXPECT_THAT(seen[2].trace, innermost_is("shift"));
  EXPECT_FALSE(seen[3].observation.raised);
  EXPECT_EQ(seen[4].observation.message, "number 7");
}

TEST_F(SanitizedForkServerTest, WhoFreedAndAllocatedWhatIsUsedIsToldIfAsked) {
  const auto line_of_deed = [&](Deed Observation::* deed) {
    const Observation seen = run(*start(), {call("read_freed")}).front().observation;
    return (seen.*deed).is_known ? (seen.*deed).frames.front().line.value : 0;
  };
  EXPECT_EQ(line_of_deed(&Observation::freed_by), 0u);
  EXPECT_EQ(line_of_deed(&Observation::allocated_by), 0u);
  options_.releases = true;
  EXPECT_EQ(line_of_deed(&Observation::freed_by), line_of("read_freed") - 1);
  EXPECT_EQ(line_of_deed(&Observation::allocated_by), 0u);
  options_.allocations = true;
  EXPECT_EQ(line_of_deed(&Observation::allocated_by), line_of("read_freed") - 2);
}

TEST_F(SanitizedForkServerTest, AllocationsThatAreTooBig) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("allocate", {-1}), call("allocate", {16})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kOutOfMemory);
  EXPECT_THAT(seen[0].trace, innermost_is("allocate"));
  EXPECT_FALSE(seen[1].observation.raised);
}

// As loops: by their number, not by the time they take here.
TEST_F(SanitizedForkServerTest, ManyBytesAreCutOff) {
  const std::vector<Seen> seen = run(*start(), {call("clear_megabytes", {0}), call("clear_megabytes", {100})});
  EXPECT_FALSE(seen[0].observation.raised);
  EXPECT_TRUE(seen[1].observation.cut_off);
}

TEST_F(SanitizedForkServerTest, BigAllocationsAreCutOff) {
  const std::vector<Seen> seen = run(*start(), {call("allocate", {1 << 20}), call("allocate", {400 << 20})});
  EXPECT_FALSE(seen[0].observation.raised);
  EXPECT_TRUE(seen[1].observation.cut_off);
  EXPECT_THAT(seen[1].trace, innermost_is("allocate"));
}

TEST_F(SanitizedForkServerTest, PlainDeathsAreTheSame) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("read_null"), call("fail_assertion", {3}), call("recurse", {0}),
                                               call("divide", {1, 0}), call("loop_forever")});
  std::vector<CrashKind> kinds;
  for (const Seen& each : seen) kinds.push_back(each.observation.kind);
  EXPECT_THAT(kinds, ElementsAre(CrashKind::kNullDereference, CrashKind::kAssertion, CrashKind::kStackOverflow,
                                 CrashKind::kArithmetic, CrashKind::kTimeout));
}

/// Runs each call, with a healthy one behind it, in one worker.
class OutlivedFindingsTest : public SanitizedForkServerTest {
 protected:
  std::vector<CrashKind> kinds_of(const std::string& function, int count) {
    const auto server = start();
    std::vector<TestCase> tests;
    for (int i = 0; i < count; ++i) {
      tests.push_back(call(function, {i}));
      tests.push_back(call("fill_stack"));
    }
    std::vector<CrashKind> kinds;
    std::size_t i = 0;
    for (const Seen& each : run(*server, tests)) {
      if (i++ % 2 == 0)
        kinds.push_back(each.observation.kind);
      else
        EXPECT_FALSE(each.observation.raised) << "behind " << function << " " << i / 2 - 1;
    }
    EXPECT_EQ(server->costs().processes, 1u) << function;
    return kinds;
  }
};

TEST_F(OutlivedFindingsTest, OfInsertedChecks) {
  EXPECT_THAT(kinds_of("find", 8),
              ElementsAre(CrashKind::kStackBufferOverflow, CrashKind::kStackBufferOverflow, CrashKind::kGlobalOverflow,
                          CrashKind::kHeapOverflow, CrashKind::kHeapOverflow, CrashKind::kUseAfterFree,
                          CrashKind::kUseAfterFree, CrashKind::kHeapOverflow));
}

TEST_F(OutlivedFindingsTest, OfCallsOfTheLibrary) {
  EXPECT_THAT(kinds_of("find_in_library_call", 10), testing::Each(CrashKind::kHeapOverflow));
}

TEST_F(OutlivedFindingsTest, OfReleases) {
  EXPECT_THAT(kinds_of("release_wrongly", 6),
              ElementsAre(CrashKind::kDoubleFree, CrashKind::kBadFree, CrashKind::kMismatchedFree,
                          CrashKind::kMismatchedFree, CrashKind::kBadFree, CrashKind::kDoubleFree));
}

/// AddressSanitizer forgets it at once, and would say that it is none of its blocks.
TEST_F(OutlivedFindingsTest, OfALargeBlockThatIsFreedTwice) {
  options_.releases = true;
  EXPECT_EQ(kinds_of("release_wrongly", 7).back(), CrashKind::kDoubleFree);
}

TEST_F(OutlivedFindingsTest, OfOthersThanAddressSanitizer) {
  EXPECT_THAT(kinds_of("assert_of_library", 6),
              ElementsAre(CrashKind::kUnknown, CrashKind::kUnknown, CrashKind::kUnknown, CrashKind::kUnknown,
                          CrashKind::kAssertion, CrashKind::kAssertion));
  const auto server = start();
  (void)run(*server, {call("shift", {40}), call("allocate", {-1}), call("write_wild"), call("call_exit", {0}),
                      call("divide", {1, 0}), call("recurse", {0})});
  EXPECT_EQ(server->costs().processes, 1u);
}

TEST_F(OutlivedFindingsTest, InADestructorBehindAnException) {
  TestCase test;
  append(test, "Bomb::Bomb", {1});
  append(test, "throw_error", {8});
  const auto server = start();
  for (const Seen& each : run(*server, {test, test, call("throw_error", {8})}))
    EXPECT_EQ(each.observation.message, "number 8");
  EXPECT_EQ(server->costs().processes, 1u);
}

}  // namespace
}  // namespace reenact
