#include "build/absent_sources.h"

#include <gmock/gmock.h>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;

/// A project with parse.c in its database, and other sources beside it.
class AbsentSources : public testing::Test {
 protected:
  void SetUp() override {
    write("README", "A parser.");
    write("src/parse.c", "int result(int n); int parse(int n) { return result(n); }");
    write("src/result.c", "int result(int n) { return n; }");
    write("src/other.c", "int other(int n) { return n; }");
    write("tests/check.c", "int result(int n); int main(void) { return result(1); }");
    commands_ = {{.directory = folder(),
                  .file = folder() / "src/parse.c",
                  .arguments = {"cc", "-Iinclude", "-c", "src/parse.c", "-o", "parse.o"},
                  .output = folder() / "parse.o",
                  .is_c = true}};
  }

  [[nodiscard]] const fs::path& folder() const { return scratch_.path(); }
  void write(const char* name, const char* text) {
    ASSERT_TRUE(make_folder((folder() / name).parent_path()));
    ASSERT_TRUE(write_file(folder() / name, text));
  }

  ScratchFolder scratch_ = *ScratchFolder::make(fs::temp_directory_path());
  std::vector<CompileCommand> commands_;
};

TEST_F(AbsentSources, AreThoseThatMentionTheNames) {
  const auto found = absent_sources(commands_, {"result"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().file, folder() / "src/result.c");
  EXPECT_THAT(found.front().arguments, ElementsAre("cc", "-Iinclude", "-c", (folder() / "src/result.c").string()));
  EXPECT_TRUE(found.front().is_c);
}

TEST_F(AbsentSources, AreOfALanguageThatTheDatabaseHas) {
  EXPECT_FALSE(compiled_as_neighbours(folder() / "src/result.cpp", commands_));
}

}  // namespace
}  // namespace reenact
