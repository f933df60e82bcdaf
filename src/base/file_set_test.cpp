#include "base/file_set.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using Texts = std::map<std::string, std::string>;

class FileSet : public testing::Test {
 protected:
  FileSet() {
    std::string name = (fs::temp_directory_path() / "reenact_file_set_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~FileSet() override { fs::remove_all(folder_); }

  Texts texts() const {
    Texts result;
    for (const auto& each : fs::directory_iterator(folder_))
      result[each.path().filename()] = read_file(each.path()).value_or("");
    return result;
  }
  static std::vector<FileOfSet> set(const std::string& text) { return {{"a", text}, {"b", text}, {"last", text}}; }
  static Texts all(const std::string& text) { return {{"a", text}, {"b", text}, {"last", text}}; }
  /// As a process leaves it that is killed when all is written, and before anything has moved.
  void stage(const std::string& list) const {
    fs::create_directory(folder_ / ".reenact-next");
    for (const char* name : {"a", "b", "last"}) (void)write_file(folder_ / ".reenact-next" / name, "new");
    if (!list.empty()) (void)write_file(folder_ / ".reenact-next/list", list);
  }

  fs::path folder_;
};

TEST_F(FileSet, IsReplacedAndOtherFilesStay) {
  ASSERT_TRUE(write_file(folder_ / "mine", "stays"));
  ASSERT_TRUE(write_set(folder_, set("old")));
  ASSERT_TRUE(write_set(folder_, {{"a", "new"}, {"b", std::nullopt}, {"last", "new"}}));
  EXPECT_EQ(texts(), (Texts{{"a", "new"}, {"last", "new"}, {"mine", "stays"}}));
}

TEST_F(FileSet, ThatWasCompleteTakesItsPlaceLater) {
  ASSERT_TRUE(write_set(folder_, set("old")));
  stage("+a\n-b\n+last\n");
  ASSERT_TRUE(finish_set(folder_));
  EXPECT_EQ(texts(), (Texts{{"a", "new"}, {"last", "new"}}));
}

TEST_F(FileSet, HalfMovedIsMovedOn) {
  ASSERT_TRUE(write_set(folder_, set("old")));
  stage("+a\n+b\n+last\n");
  fs::remove(folder_ / "last");
  fs::rename(folder_ / ".reenact-next/a", folder_ / "a");
  ASSERT_TRUE(finish_set(folder_));
  EXPECT_EQ(texts(), all("new"));
}

TEST_F(FileSet, ThatWasNotCompleteIsForgotten) {
  ASSERT_TRUE(write_set(folder_, set("old")));
  stage("");
  ASSERT_TRUE(finish_set(folder_));
  EXPECT_EQ(texts(), all("old"));
  stage("");
  ASSERT_TRUE(write_set(folder_, set("newer")));
  EXPECT_EQ(texts(), all("newer"));
}

TEST_F(FileSet, ThatCannotBeWrittenLeavesTheOldOne) {
  ASSERT_TRUE(write_set(folder_, set("old")));
  const auto written = write_set(folder_, {{"a", "new"}, {"nowhere/b", "new"}, {"last", "new"}});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message,
            (folder_ / ".reenact-next/nowhere/b").string() + ": cannot be written to: No such file or directory");
  EXPECT_EQ(texts(), all("old"));
}

TEST_F(FileSet, IsWholeWheneverItsWriterIsKilled) {
  ASSERT_TRUE(write_set(folder_, set("0")));
  for (useconds_t wait = 0; wait < 100; ++wait) {
    const pid_t writer = fork();
    if (writer == 0)
      for (int i = 1;; ++i) (void)write_set(folder_, set(std::to_string(i)));
    usleep(wait * 37);
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    // The one that moves may be at it still: it has the lock until it is done.
    ASSERT_TRUE(finish_set(folder_));
    const Texts found = texts();
    ASSERT_EQ(found, all(found.at("a")));
  }
}

}  // namespace
}  // namespace reenact
