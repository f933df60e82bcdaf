#include <gmock/gmock.h>

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

}  // namespace
}  // namespace reenact
