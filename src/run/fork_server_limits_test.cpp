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

TEST_F(ForkServerTest, EndlessLoopThatHearsNoSignalTimesOut) {
  options_.test_timeout_ms = 50;
  const auto server = start();
  const std::vector<Seen> seen = run(*server, {call("loop_forever_deaf"), call("throw_error", {7})});
  EXPECT_EQ(seen[0].observation.kind, CrashKind::kTimeout);
  EXPECT_EQ(seen[1].observation.message, "number 7");
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
