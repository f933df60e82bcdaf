#include <gmock/gmock.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "contain/bubblewrap.h"
#include "contain/confinement.h"
#include "contain/containment.h"

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Containment, WhatTheKernelCannotRefuseIsSaid) {
  EXPECT_THAT(gaps_of({.namespaces = true, .landlock = 0, .seccomp = true}), testing::IsEmpty());
  const auto sees_others = HasSubstr("which other programs run");
  EXPECT_THAT(gaps_of({.landlock = 3, .seccomp = true}), ElementsAre(sees_others));
  EXPECT_THAT(gaps_of({.landlock = 2, .seccomp = true}), ElementsAre(sees_others, HasSubstr("empty files")));
  EXPECT_THAT(
      gaps_of({.landlock = -1, .seccomp = false}),
      ElementsAre(HasSubstr("nothing of the project is run"), sees_others, HasSubstr("write and remove files")));
}

TEST(ShownOf, IsOneFolderBelowTmp) {
  EXPECT_EQ(shown_of(std::filesystem::path("/tmp/p/src/a.c")), "/tmp/p");
  EXPECT_EQ(shown_of(std::filesystem::path("/tmp/no-such-file.c")), "/tmp");
  EXPECT_EQ(shown_of(std::filesystem::path("/tmp")), "/tmp");
  EXPECT_EQ(shown_of(std::filesystem::path("/dev/shm/x/../y/z")), "/dev/shm/y");
  EXPECT_EQ(shown_of(std::filesystem::path("/home/me/a.c")), "");
  EXPECT_EQ(shown_of(std::filesystem::path("/tmpfiles/a.c")), "");
}

/// Waits until this process has no child, adopted ones among them; false after ten seconds.
bool all_have_ended() {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (std::chrono::steady_clock::now() < until) {
    if (const pid_t ended = waitpid(-1, nullptr, WNOHANG); ended < 0)
      return true;
    else if (ended == 0)
      usleep(1000);
  }
  return false;
}

// At the moments of a start: before bubblewrap is there, while it makes namespaces, before `contain` watches.
TEST(Contained, NothingStaysOfWhatAKilledEngineStarted) {
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  (void)containment_here();
  for (int i = 0; i < 60; ++i) {
    const pid_t engine = fork();
    if (engine == 0) {
      (void)run_contained(tools_confinement(testing::TempDir(), {}), {"sleep", "60"});
      _exit(0);
    }
    usleep(static_cast<useconds_t>(i * 500));
    kill(engine, SIGKILL);
  }
  EXPECT_TRUE(all_have_ended());
}

}  // namespace
}  // namespace reenact
