#include "build/cache_room.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "base/files.h"
#include "build/cache_entry.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

class CacheRoom : public testing::Test {
 protected:
  CacheRoom() {
    std::string name = (fs::temp_directory_path() / "reenact_cache_XXXXXX").string();
    cache_ = mkdtemp(name.data());
  }
  ~CacheRoom() override { fs::remove_all(cache_); }

  fs::path unit(const std::string& name) const { return cache_ / kUnitsFolder / name; }
  /// A build of a thousand bytes and what is in kUsedFile.
  void build(const std::string& name) const {
    const CacheEntry entry(cache_, unit(name), {"clean", "/project"});
    ASSERT_TRUE(write_file(unit(name) / "unit.o", std::string(1000, 'x')));
  }
  void builds_of_three_days() const {
    int days = 3;
    for (const char* name : {"a", "b", "c"}) {
      build(name);
      fs::last_write_time(unit(name) / kUsedFile, fs::file_time_type::clock::now() - std::chrono::hours(24 * days--));
    }
  }
  Names left() const {
    Names names;
    for (const CachedBuild& each : cached_builds(cache_)) names.insert(each.folder.filename());
    return names;
  }

  fs::path cache_;
};

TEST_F(CacheRoom, BuildsSayWhoseTheyAre) {
  build("a");
  const auto builds = cached_builds(cache_);
  ASSERT_EQ(builds.size(), 1);
  EXPECT_EQ(builds[0].kind, "clean");
  EXPECT_EQ(builds[0].project, "/project");
  EXPECT_EQ(builds[0].bytes, 1000 + std::string("clean\n/project\n").size());
}

TEST_F(CacheRoom, WhatWasNotUsedForTheLongestTimeGoesFirst) {
  builds_of_three_days();
  const Trimmed trimmed = trim_cache(cache_, 2500);
  EXPECT_EQ(trimmed.builds, 1);
  EXPECT_EQ(left(), (Names{"b", "c"}));
  {
    const CacheEntry used(cache_, unit("b"), {"clean", "/project"});
  }
  trim_cache(cache_, 1500);
  EXPECT_EQ(left(), Names{"b"});
}

TEST_F(CacheRoom, NothingGoesThatFits) {
  builds_of_three_days();
  EXPECT_EQ(trim_cache(cache_, 10'000).builds, 0);
  EXPECT_EQ(left(), (Names{"a", "b", "c"}));
}

TEST_F(CacheRoom, WhatASessionUsesStays) {
  builds_of_three_days();
  const CacheSession session(cache_);
  {
    const CacheEntry used(cache_, unit("a"), {"clean", "/project"});
  }
  const Trimmed trimmed = trim_cache(cache_, 0);
  EXPECT_EQ(left(), Names{"a"});
  EXPECT_EQ(trimmed.left, trimmed.left_in_use);
}

TEST_F(CacheRoom, SessionsEndWithTheirProcess) {
  builds_of_three_days();
  const pid_t child = fork();
  if (child == 0) {
    const CacheSession session(cache_);
    const CacheEntry used(cache_, unit("a"), {"clean", "/project"});
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  trim_cache(cache_, 0);
  EXPECT_EQ(left(), Names{});
}

TEST_F(CacheRoom, WhatIsWorkedOnStays) {
  builds_of_three_days();
  const CacheEntry entry(cache_, unit("b"), {"clean", "/project"});
  trim_cache(cache_, 0);
  EXPECT_EQ(left(), Names{"b"});
}

TEST_F(CacheRoom, AnEntryIsEmptiedButForItsOwner) {
  build("a");
  empty_entry(unit("a"));
  EXPECT_EQ(std::distance(fs::directory_iterator(unit("a")), {}), 1);
  EXPECT_EQ(cached_builds(cache_)[0].project, "/project");
}

TEST_F(CacheRoom, ItsSizeIsLookedAtNowAndThen) {
  EXPECT_TRUE(is_time_to_trim(cache_));
  EXPECT_FALSE(is_time_to_trim(cache_));
  fs::last_write_time(cache_ / "measured", fs::file_time_type::clock::now() - std::chrono::minutes(11));
  EXPECT_TRUE(is_time_to_trim(cache_));
}

}  // namespace
}  // namespace reenact
