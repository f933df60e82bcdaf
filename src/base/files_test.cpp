#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <sstream>

namespace reenact {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() {
    std::string name = (fs::temp_directory_path() / "reenact_files_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Files() override { fs::remove_all(folder_); }

  static std::string text_of(const fs::path& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return std::move(text).str();
  }
  static std::string message_of(const Expected<void>& result) { return result ? "no error" : result.error().message; }
  std::size_t entries() const { return std::distance(fs::directory_iterator(folder_), {}); }

  fs::path folder_;
};

TEST_F(Files, AreReplacedAsAWhole) {
  EXPECT_TRUE(write_file(folder_ / "a", "one"));
  EXPECT_TRUE(write_file(folder_ / "a", "two"));
  EXPECT_EQ(text_of(folder_ / "a"), "two");
  EXPECT_EQ(entries(), 1);
}

TEST_F(Files, ThatCannotBeWrittenAreErrorsAndLeaveNothing) {
  fs::create_directories(folder_ / "a/inside");
  EXPECT_EQ(message_of(write_file(folder_ / "a", "text")),
            (folder_ / "a").string() + ": cannot be written to: Is a directory");
  EXPECT_EQ(message_of(write_file(folder_ / "none/b", "text")),
            (folder_ / "none/b").string() + ": cannot be written to: No such file or directory");
  EXPECT_EQ(entries(), 1);
}

TEST_F(Files, OfADiskThatIsFullStayAsTheyWere) {
  ASSERT_TRUE(write_file(folder_ / "a", "one"));
  // No disk of its own: a limit on the size of files fails in the same place.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto written = write_file(folder_ / "a", "a longer text");
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message_of(written), (folder_ / "a").string() + ": cannot be written to: File too large");
  EXPECT_EQ(text_of(folder_ / "a"), "one");
  EXPECT_EQ(entries(), 1);
}

TEST_F(Files, FoldersAreMadeOnce) {
  EXPECT_TRUE(make_folder(folder_ / "a/b"));
  EXPECT_TRUE(make_folder(folder_ / "a/b"));
  ASSERT_TRUE(write_file(folder_ / "file", ""));
  EXPECT_EQ(message_of(make_folder(folder_ / "file")),
            (folder_ / "file").string() + ": cannot be written to: Not a directory");
  EXPECT_EQ(message_of(make_folder(folder_ / "file/c")),
            (folder_ / "file/c").string() + ": cannot be written to: Not a directory");
}

}  // namespace
}  // namespace reenact
