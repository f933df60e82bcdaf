#include "session/late_paths.h"

#include <gtest/gtest.h>

#include <thread>

namespace reenact {
namespace {

/// Its build fails at once: there is no such project.
class LatePathsTest : public testing::Test {
 protected:
  LatePathsTest() { options_.build_dir = "/nonexistent"; }
  Subject subject_;
  SubjectOptions options_;
};

TEST_F(LatePathsTest, AreDueWhenASixthOfTheBudgetIsSpentAndTheBuildIsOver) {
  LatePaths paths(subject_, options_, "/nonexistent", 0, false);
  EXPECT_FALSE(paths.is_due(0.16, 1'000'000));
  EXPECT_EQ(paths.joined_at(), std::nullopt);
  std::uint64_t tests = 1'000'000;
  while (!paths.is_due(0.17, ++tests)) std::this_thread::yield();
  EXPECT_EQ(paths.joined_at(), tests);
  EXPECT_TRUE(paths.is_due(0, tests + 1));  // in the next part of the search, too
  EXPECT_EQ(paths.joined_at(), tests);
  EXPECT_EQ(paths.start().error().kind, ErrorKind::kUsage);
}

TEST_F(LatePathsTest, GoOnAfterAPause) {
  LatePaths paths(subject_, options_, "/nonexistent", 0, false);
  (void)paths.is_due(0.5, 1);
  paths.pause();
  while (!paths.is_due(0.5, 2)) std::this_thread::yield();
  EXPECT_EQ(paths.start().error().kind, ErrorKind::kUsage);
}

TEST_F(LatePathsTest, OfASearchThatRepeatsExactlyWaitForNoBuild) {
  LatePaths paths(subject_, options_, "/nonexistent", 0, true);
  EXPECT_FALSE(paths.is_due(0.16, 10));
  EXPECT_TRUE(paths.is_due(0.17, 11));
  EXPECT_EQ(paths.joined_at(), 11U);
}

TEST_F(LatePathsTest, AreDueAfterAsManyTestsAsWereAskedFor) {
  LatePaths paths(subject_, options_, "/nonexistent", 500, false);
  EXPECT_FALSE(paths.is_due(0.99, 499));
  EXPECT_TRUE(paths.is_due(0.01, 600));
  EXPECT_EQ(paths.joined_at(), 600U);
}

}  // namespace
}  // namespace reenact
