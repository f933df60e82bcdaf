// Which process runs a test: when a child lives on, when it is replaced, and that none stays behind.
#include <gmock/gmock.h>

#include "run/fork_server_fixture.h"

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST_F(ForkServerTest, ANewChildServesAfterEachDeath) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("read_null"), call("throw_error", {1}), call("call_abort"),
                                               call("call_exit", {0}), call("throw_error", {2})});
  std::vector<CrashKind> kinds;
  for (const Seen& each : seen) kinds.push_back(each.observation.kind);
  EXPECT_THAT(kinds, ElementsAre(CrashKind::kNullDereference, CrashKind::kCppException, CrashKind::kAbort,
                                 CrashKind::kExit, CrashKind::kCppException));
  EXPECT_EQ(seen[4].observation.message, "number 2");
}

// Crashes that change nothing do not cost a child; what follows in it must be as in a new one.
TEST_F(ForkServerTest, TestsBehindAnOutlivedCrashAreAsEver) {
  const auto server = start();
  std::vector<TestCase> tests;
  const std::vector<std::pair<TestCase, CrashKind>> crashes = {
      {call("read_null"), CrashKind::kNullDereference},     {call("recurse", {0}), CrashKind::kStackOverflow},
      {call("catch_and_go_on", {3}), CrashKind::kAbort},    {call("throw_through_noexcept"), CrashKind::kCppException},
      {call("fail_assertion", {3}), CrashKind::kAssertion}, {call("divide", {1, 0}), CrashKind::kArithmetic}};
  for (int round = 0; round < 3; ++round)
    for (const auto& [test, kind] : crashes) {
      tests.push_back(test);
      tests.push_back(call("throw_in_callee", {3}));
    }
  const std::vector<Seen> seen = run(*server, tests);
  for (std::size_t i = 0; i < seen.size(); i += 2) {
    EXPECT_EQ(seen[i].observation.kind, crashes[i / 2 % crashes.size()].second) << i;
    EXPECT_EQ(seen[i + 1].observation.message, "too small: 3") << i;
    EXPECT_EQ(seen[i + 1].observation.depth, 2u) << i;
    EXPECT_THAT(seen[i + 1].trace, ElementsAre(Pair("subject::(anonymous namespace)::thrower", line_of("thrower")),
                                               Pair("subject::throw_in_callee", line_of("throw_in_callee"))));
  }
}

TEST_F(ForkServerTest, LargeBatchesKeepTheirOrder) {
  for (const unsigned lanes : {1u, 3u}) {
    options_.lanes = lanes;
    const auto server = start();
    std::vector<TestCase> tests;
    for (int i = 0; i < 2'000; ++i) tests.push_back(i % 100 == 50 ? call("call_abort") : call("throw_error", {i}));
    const std::vector<Seen> seen = run(*server, tests);
    for (int i = 0; i < 2'000; ++i)
      ASSERT_EQ(seen[i].observation.message, i % 100 == 50 ? "" : "number " + std::to_string(i)) << lanes << " lanes";
  }
}

TEST_F(ForkServerTest, AHealthyChildIsReplacedAfterItsShareOfTests) {
  options_.child_tests = 3;
  const auto server = start();
  // The second call in a child throws, the first in the next one does not.
  const std::vector<Seen> seen = run(*server, {5, call("remember")});
  std::vector<bool> raised;
  for (const Seen& each : seen) raised.push_back(each.observation.raised);
  EXPECT_THAT(raised, ElementsAre(false, true, true, false, true));
}

TEST_F(ForkServerTest, AChildInWhichTestsFailThatPassedBeforeIsReplaced) {
  const auto server = start();
  std::vector<TestCase> tests(64, call("divide", {4, 2}));
  tests.insert(tests.end(), 66, call("remember"));
  const std::vector<Seen> seen = run(*server, tests);
  std::vector<std::size_t> passed;
  for (std::size_t i = 64; i < seen.size(); ++i)
    if (!seen[i].observation.raised) passed.push_back(i);
  EXPECT_THAT(passed, ElementsAre(64u, 128u));
}

TEST_F(ForkServerTest, RunAloneStartsInAnUntouchedChild) {
  const auto server = start();
  const TestCase test = call("remember");
  EXPECT_TRUE(run(*server, {2, test})[1].observation.raised);
  for (int i = 0; i < 3; ++i) {
    bool raised = true;
    ASSERT_TRUE(
        server->run_alone(test, [&](const Observation& observation) { raised = observation.raised; }).has_value());
    EXPECT_FALSE(raised);
  }
}

TEST_F(ForkServerTest, NothingIsLeftBehind) {
  const std::size_t before = processes();
  {
    options_.lanes = 2;
    const auto server = start();
    (void)run(*server, {call("leave_thread_running"), call("fork_often"), call("read_null"), call("add", {1, 2})});
    EXPECT_GE(processes(), before + 2);
  }
  EXPECT_LE(processes_once_at_most(before), before);  // one of a test before this may have ended since
}

// A child may be born just before its fork server is killed.
TEST_F(ForkServerTest, NothingIsLeftBehindADeathAtTheEnd) {
  const std::size_t before = processes();
  for (int i = 0; i < 100; ++i) {
    const auto server = start();
    (void)run(*server, std::vector{call("leave_at_once", {0})});
  }
  EXPECT_EQ(processes_once_at_most(before), before);
}

}  // namespace
}  // namespace reenact
