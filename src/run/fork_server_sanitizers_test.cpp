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
  EXPECT_THAT(seen[0].trace, innermost_is("read_behind_array"));
  EXPECT_EQ(seen[1].observation.kind, CrashKind::kUseAfterFree);
  EXPECT_THAT(seen[1].trace, innermost_is("read_freed"));
  EXPECT_EQ(seen[2].observation.kind, CrashKind::kUndefinedBehaviour);
  EXPECT_THAT(seen[2].trace, innermost_is("shift"));
  EXPECT_FALSE(seen[3].observation.raised);
  EXPECT_EQ(seen[4].observation.message, "number 7");
}

TEST_F(SanitizedForkServerTest, AllocationsThatAreTooBig) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("allocate", {-1}), call("allocate", {16})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kOutOfMemory);
  EXPECT_THAT(seen[0].trace, innermost_is("allocate"));
  EXPECT_FALSE(seen[1].observation.raised);
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

}  // namespace
}  // namespace reenact
