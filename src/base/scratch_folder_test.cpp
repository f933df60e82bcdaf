#include "base/scratch_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>

namespace reenact {
namespace {

namespace fs = std::filesystem;

class Scratch : public testing::Test {
 protected:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "reenact_scratch_XXXXXX").string();
    where_ = mkdtemp(name.data());
  }
  ~Scratch() override { fs::remove_all(where_); }

  std::set<fs::path> entries() const { return {fs::directory_iterator(where_), fs::directory_iterator()}; }
  /// Makes a folder with a file in it in a process that is killed then.
  void killed_with_one() const {
    const pid_t child = fork();
    if (child == 0) {
      const auto folder = ScratchFolder::make(where_);
      std::ofstream(folder->path() / "file") << "left";
      kill(getpid(), SIGKILL);
    }
    waitpid(child, nullptr, 0);
  }

  fs::path where_;
};

TEST_F(Scratch, FoldersOfALifetimeAreOnesOwn) {
  {
    const auto one = ScratchFolder::make(where_), other = ScratchFolder::make(where_);
    ASSERT_TRUE(one && other);
    EXPECT_EQ(entries(), (std::set<fs::path>{one->path(), other->path()}));
    EXPECT_EQ(fs::status(one->path()).permissions(), fs::perms::owner_all);
  }
  EXPECT_TRUE(entries().empty());
}

TEST_F(Scratch, WhatAKilledProcessLeftTheNextOneRemoves) {
  killed_with_one();
  ASSERT_EQ(entries().size(), 1);
  const auto folder = ScratchFolder::make(where_);
  ASSERT_TRUE(folder);
  EXPECT_EQ(entries(), std::set<fs::path>{folder->path()});
}

TEST_F(Scratch, OtherFoldersStay) {
  for (const char* name : {"reenact-run-", "reenact-run-more-than-six", "reenact-other", "run-abcdef"})
    fs::create_directory(where_ / name);
  fs::create_directory_symlink(where_ / "reenact-other", where_ / "reenact-run-abcdef");
  const auto folder = ScratchFolder::make(where_);
  ASSERT_TRUE(folder);
  EXPECT_EQ(entries().size(), 6);
}

TEST_F(Scratch, FoldersThatCannotBeMadeAreErrors) {
  const auto folder = ScratchFolder::make(where_ / "nowhere");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message,
            (where_ / "nowhere").string() + ": no folder can be made there: No such file or directory");
}

}  // namespace
}  // namespace reenact
