#include "build/project_folder.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

CompileCommand command_of(const fs::path& file) {
  CompileCommand result;
  result.file = file;
  return result;
}

TEST(ProjectFolder, IsTheFolderAboveItsSources) {
  const ScratchFolder scratch = *ScratchFolder::make(fs::temp_directory_path());
  const fs::path project = scratch.path() / "project";
  ASSERT_TRUE(make_folder(project / "src/a") && make_folder(project / "src/b"));
  const std::vector<CompileCommand> commands{command_of(project / "src/a/one.c"), command_of(project / "src/b/two.c")};
  EXPECT_EQ(project_folder(commands), project / "src");
  ASSERT_TRUE(write_file(project / "README.md", ""));
  EXPECT_EQ(project_folder(commands), project);
  EXPECT_EQ(project_folder({command_of("/a/b.c"), command_of("/c/d.c")}), fs::path());
  EXPECT_EQ(project_folder({command_of("/usr/a/b.c"), command_of("/usr/c/d.c")}), fs::path());
  EXPECT_EQ(project_folder({}), fs::path());
}

TEST(ProjectFolder, IsAboveTestsThatHaveAReadmeOfTheirOwn) {
  const ScratchFolder scratch = *ScratchFolder::make(fs::temp_directory_path());
  const fs::path project = scratch.path() / "project";
  ASSERT_TRUE(make_folder(project / "tests/wav") && write_file(project / "tests/README.md", ""));
  const std::vector<CompileCommand> commands{command_of(project / "tests/wav/first.c")};
  EXPECT_EQ(project_folder(commands), project / "tests");
  ASSERT_TRUE(write_file(project / "README.md", ""));
  EXPECT_EQ(project_folder(commands), project);
}

TEST(ProjectFolder, OfExamplesIsToldByItsName) {
  EXPECT_TRUE(holds_examples("/a/UnitTests"));
  EXPECT_TRUE(holds_examples("examples"));
  EXPECT_FALSE(holds_examples("/tests/src"));
}

}  // namespace
}  // namespace reenact
