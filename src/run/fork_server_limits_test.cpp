// Tests that take too much: time, memory, output, files.
#include <gmock/gmock.h>

#include "run/fork_server_fixture.h"

namespace reenact {
namespace {

using testing::Contains;
using testing::Pair;

TEST_F(ForkServerTest, EndlessLoopTimesOut) {
  const Seen seen = run("loop_forever");
  EXPECT_EQ(seen.observation.kind, CrashKind::kTimeout);
  EXPECT_THAT(seen.trace, Contains(Pair("subject::loop_forever", line_of("loop_forever"))));
}

TEST_F(ForkServerTest, HangsCostNoProcess) {
  const auto server = start();
  std::vector<TestCase> tests;
  for (int i = 0; i < 50; ++i) {
    tests.push_back(i % 2 == 0 ? call("loop_forever") : call("recurse_often", {60}));
    tests.push_back(call("throw_error", {7}));
  }
  const std::vector<Seen> seen = run(*server, tests);
  for (std::size_t i = 0; i < seen.size(); i += 2) {
    EXPECT_EQ(seen[i].observation.kind, CrashKind::kTimeout) << i;
    EXPECT_TRUE(seen[i].observation.cut_off) << i;
    EXPECT_EQ(seen[i + 1].observation.message, "number 7") << i;
  }
  EXPECT_EQ(server->costs().hangs, 50u);
  EXPECT_EQ(server->costs().processes, 1u);
}

// What takes long is let end by and by, and then all of its kind.
TEST_F(ForkServerTest, SlowTestsAreFoundToEnd) {
  const auto server = start();
  const std::vector<Seen> seen = run(*server, std::vector<TestCase>(300, call("loop_for", {200'000})));
  EXPECT_TRUE(seen.front().observation.cut_off);
  EXPECT_FALSE(seen.back().observation.raised);
}

TEST_F(ForkServerTest, RunAloneATestTakesItsTime) {
  const auto server = start();
  const TestCase slow = call("loop_and_crash", {3'000'000});
  EXPECT_TRUE(run(*server, std::vector{slow}).front().observation.cut_off);
  CrashKind kind = CrashKind::kUnknown;
  EXPECT_TRUE(server->run_alone(slow, [&](const Observation& seen) { kind = seen.kind; }).has_value());
  EXPECT_EQ(kind, CrashKind::kAbort);
}

TEST_F(ForkServerTest, TheSameTestsAreCutOffEachTime) {
  std::vector<std::vector<bool>> cut_off(2);
  for (std::vector<bool>& each : cut_off) {
    const auto server = start();
    std::vector<TestCase> tests;
    for (int i = 0; i < 300; ++i) tests.push_back(call("loop_for", {i * i * 37 % 50'000}));
    for (const Seen& seen : run(*server, tests)) each.push_back(seen.observation.cut_off);
  }
  EXPECT_EQ(cut_off[0], cut_off[1]);
  EXPECT_THAT(cut_off[0], Contains(true));
}

TEST_F(ForkServerTest, ASmallStackIsExhaustedWhereAWholeOneIsNot) {
  options_.test_stack_kb = 512;
  const auto server = start();
  const std::vector<TestCase> deep{call("recurse_some", {20'000})};
  EXPECT_EQ(run(*server, deep)[0].observation.kind, CrashKind::kStackOverflow);
  {
    const WholeStack whole(*server);
    EXPECT_EQ(run(*server, deep)[0].observation.kind, CrashKind::kAbort);
  }
  EXPECT_EQ(run(*server, deep)[0].observation.kind, CrashKind::kStackOverflow);
}

TEST_F(ForkServerTest, WithASmallStackATestThatPassesTellsHowDeepItCame) {
  options_.test_stack_kb = 512;
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("recurse_often", {9}), call("recurse_often", {3})});
  EXPECT_GE(seen[0].observation.depth, 9u);
  EXPECT_LE(seen[1].observation.depth, 8u);
}

TEST_F(ForkServerTest, EndlessLoopOutsideOfOurCodeTimesOut) {
  options_.test_timeout_ms = 50;
  const Seen seen = run("loop_forever_unseen");
  EXPECT_EQ(seen.observation.kind, CrashKind::kTimeout);
  EXPECT_FALSE(seen.observation.cut_off);
}

TEST_F(ForkServerTest, EndlessLoopThatHearsNoSignalTimesOut) {
  options_.test_timeout_ms = 50;
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("loop_forever_deaf"), call("throw_error", {7})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kTimeout);
  EXPECT_EQ(seen[1].observation.message, "number 7");
}

TEST_F(ForkServerTest, ALockThatIsTakenTwiceCostsNoProcess) {
  options_.test_timeout_ms = 60'000;
  const auto server = start();
  for (const Seen& each : run(*server, std::vector<TestCase>(20, call("lock_twice")))) {
    EXPECT_EQ(each.observation.kind, CrashKind::kTimeout);
    EXPECT_TRUE(each.observation.cut_off);
    EXPECT_THAT(each.trace, Contains(Pair("subject::lock_twice", line_of("lock_twice"))));
  }
  EXPECT_EQ(server->costs().processes, 1u);
}

TEST_F(ForkServerTest, ALockThatACrashHeldTimesOutOnlySoOften) {
  options_.test_timeout_ms = 50;
  const auto server = start();
  std::vector<TestCase> tests;
  for (int i = 0; i < 5; ++i) {
    tests.push_back(call("crash_with_lock", {1}));
    tests.push_back(call("crash_with_lock", {0}));
  }
  std::size_t hung = 0;
  for (const Seen& each : run(*server, tests)) hung += each.observation.kind == CrashKind::kTimeout;
  EXPECT_LE(hung, 3u);
}

TEST_F(ForkServerTest, MemoryFloodEndsInBadAlloc) {
  options_.test_timeout_ms = 5'000;
  const Seen seen = run("flood_memory");
  EXPECT_EQ(seen.observation.kind, CrashKind::kCppException);
  EXPECT_EQ(seen.observation.exception_type, "std::bad_alloc");
}

TEST_F(ForkServerTest, OutputFloodIsHarmless) {
  options_.test_timeout_ms = 5'000;
  testing::internal::CaptureStdout();
  const Seen seen = run("flood_output");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_FALSE(seen.observation.raised);
}

TEST_F(ForkServerTest, FilesHaveALimit) {
  options_.test_timeout_ms = 5'000;
  const Seen seen = run("flood_file");
  EXPECT_EQ(seen.observation.exception_type, "");  // not Escaped
  EXPECT_LE(std::filesystem::file_size(scratch_ / "flood"), 64u << 20);
}

}  // namespace
}  // namespace reenact
