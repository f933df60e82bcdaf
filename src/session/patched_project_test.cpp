#include "session/patched_project.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "build/compilation_database.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPatch =
    "--- a/src/f.c\t2024\n+++ b/src/f.c\t2024\n@@ -1 +1 @@\n-int f(void) { return 1; }\n+int f(void) { return 2; }\n"
    "--- /dev/null\n+++ b/src/new.h\n@@ -0,0 +1 @@\n+int g(void);\n";

class PatchedProject : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(dir_ / "p/src");
    fs::create_directories(dir_ / "p/build");
    write("p/src/f.c", "int f(void) { return 1; }\n");
    const std::string p = (dir_ / "p").string();
    write("p/build/compile_commands.json", "[{\"directory\": \"" + p +
                                               "/build\", \"file\": \"../src/f.c\", \"command\": \"cc -I" + p +
                                               "/src -I" + p + "x -c ../src/f.c\"}]");
    write("fix.patch", kPatch);
  }
  void TearDown() override { fs::remove_all(dir_); }
  void write(const std::string& name, const std::string& text) const { ASSERT_TRUE(write_file(dir_ / name, text)); }
  [[nodiscard]] Expected<fs::path> copy() const {
    return patched_copy(dir_ / "p/build", dir_ / "fix.patch", dir_ / "copy");
  }
  [[nodiscard]] std::string error() const {
    const auto copied = copy();
    return copied ? "" : copied.error().message;
  }

  fs::path dir_ = fs::temp_directory_path() / ("reenact-patched-" + std::to_string(::getpid()));
};

TEST_F(PatchedProject, IsACopyWhoseDatabaseNamesIt) {
  const auto copied = copy();
  ASSERT_TRUE(copied) << copied.error().message;
  const std::string project = (dir_ / "copy/project").string();
  EXPECT_EQ(copied->string(), project + "/build");
  EXPECT_EQ(read_file(fs::path(project) / "src/f.c").value_or(""), "int f(void) { return 2; }\n");
  EXPECT_EQ(read_file(fs::path(project) / "src/new.h").value_or(""), "int g(void);\n");
  EXPECT_EQ(read_file(dir_ / "p/src/f.c").value_or(""), "int f(void) { return 1; }\n") << "the project stays as it was";
  const std::string database = read_file(*copied / "compile_commands.json").value_or("");
  EXPECT_TRUE(database.contains("cc -I" + project + "/src -I" + (dir_ / "px").string() + " -c")) << database;
}

TEST_F(PatchedProject, ANewSourceIsCompiledAsItsNeighbour) {
  write("fix.patch",
        std::string(kPatch) + "--- /dev/null\n+++ b/src/new.c\n@@ -0,0 +1 @@\n+int g(void) { return 3; }\n");
  const auto copied = copy();
  ASSERT_TRUE(copied) << copied.error().message;
  const auto commands = read_compilation_database(*copied);
  ASSERT_TRUE(commands) << commands.error().message;
  ASSERT_EQ(commands->size(), 2U) << "a header has no command";
  const fs::path added = dir_ / "copy/project/src/new.c";
  EXPECT_EQ(commands->back().file, added);
  EXPECT_EQ(commands->back().arguments.back(), added.string());
  EXPECT_EQ(commands->back().arguments[1], commands->front().arguments[1]) << "the same flags";
}

TEST_F(PatchedProject, WhatDoesNotFitIsTold) {
  write("fix.patch", "hello\n");
  EXPECT_EQ(error(), (dir_ / "fix.patch").string() +
                         ": no patch: it changes no file\n  next step: give a unified diff, as `git diff` writes it");
  write("fix.patch", "--- a/src/h.c\n+++ b/src/h.c\n@@ -1 +1 @@\n-x\n+y\n");
  EXPECT_EQ(error(), (dir_ / "fix.patch").string() +
                         ": the project has no file a/src/h.c\n  next step: give a patch whose paths begin at a folder "
                         "of the project");
  write("fix.patch", "--- a/src/f.c\n+++ b/src/f.c\n@@ -1 +1 @@\n-x\n+y\n");
  EXPECT_TRUE(error().contains("does not apply")) << error();
  fs::remove(dir_ / "fix.patch");
  EXPECT_TRUE(error().contains("cannot be read")) << error();
}

}  // namespace
}  // namespace reenact
