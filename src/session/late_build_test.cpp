#include "session/late_build.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace reenact {
namespace {

class LateBuildTest : public testing::Test {
 protected:
  [[nodiscard]] LateBuild build(LateBuild::When when) {
    return {[this](const SubjectOptions&) -> Expected<void> {
              ++builds_;
              return subject_error("it does not compile");
            },
            options_, when};
  }
  SubjectOptions options_;
  std::atomic<int> builds_ = 0;
};

TEST_F(LateBuildTest, IsDueWhenItsShareOfTheBudgetIsSpentAndTheBuildIsOver) {
  LateBuild late = build({.share = 1.0 / 6});
  EXPECT_FALSE(late.is_due(0.16, 1'000'000));
  EXPECT_EQ(late.joined_at(), std::nullopt);
  std::uint64_t tests = 1'000'000;
  while (!late.is_due(0.17, ++tests)) std::this_thread::yield();
  EXPECT_EQ(late.joined_at(), tests);
  EXPECT_TRUE(late.is_due(0, tests + 1));  // in the next part of the search, too
  EXPECT_EQ(late.joined_at(), tests);
  EXPECT_EQ(late.build().error().message, "it does not compile");
  EXPECT_EQ(builds_, 1);
}

TEST_F(LateBuildTest, GoesOnAfterAPause) {
  LateBuild late = build({.share = 1.0 / 6});
  (void)late.is_due(0.5, 1);
  late.pause();
  while (!late.is_due(0.5, 2)) std::this_thread::yield();
  EXPECT_EQ(late.build().error().kind, ErrorKind::kSubject);
}

TEST_F(LateBuildTest, APauseEndsTheBuild) {
  std::atomic<bool> is_begun = false;
  LateBuild late(
      [&](const SubjectOptions& options) -> Expected<void> {
        is_begun = true;
        while (!*options.interrupted) std::this_thread::yield();
        return {};
      },
      options_, {.share = 0.5});
  EXPECT_FALSE(late.is_due(0.5, 1));
  while (!is_begun) std::this_thread::yield();
  late.pause();
  EXPECT_EQ(late.joined_at(), std::nullopt);
}

TEST_F(LateBuildTest, OfASearchThatRepeatsExactlyIsNotWaitedForInTheBackground) {
  LateBuild late = build({.share = 1.0 / 6, .is_exact = true});
  EXPECT_FALSE(late.is_due(0.16, 10));
  EXPECT_TRUE(late.is_due(0.17, 11));
  EXPECT_EQ(late.joined_at(), 11U);
  EXPECT_EQ(builds_, 0);
}

TEST_F(LateBuildTest, IsDueAfterAsManyTestsAsWereAskedFor) {
  LateBuild late = build({.share = 1.0 / 6, .tests = 500});
  EXPECT_FALSE(late.is_due(0.99, 499));
  EXPECT_TRUE(late.is_due(0.01, 600));
  EXPECT_EQ(late.joined_at(), 600U);
}

}  // namespace
}  // namespace reenact
