#include "build/consumers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

class Consumers : public ::testing::Test {
 protected:
  void SetUp() override { (void)command("README.md", ""); }

  CompileCommand command(const std::string& name, const std::string& text) {
    CompileCommand result;
    result.file = project_ / name;
    EXPECT_TRUE(make_folder(result.file.parent_path()));
    EXPECT_TRUE(write_file(result.file, text));
    return result;
  }

  bool is_one(const std::string& name, const std::string& text) { return is_consumer(command(name, text), project_); }

  ScratchFolder scratch_ = *ScratchFolder::make(fs::temp_directory_path());
  fs::path project_ = scratch_.path() / "tests/project";  // the folders above do not count
};

TEST_F(Consumers, AreProgramsAndTestsWhereTheseAreKept) {
  EXPECT_TRUE(is_one("tests/a.cpp", "#include <catch.hpp>\nTEST_CASE(\"a\") {}\n"));
  EXPECT_TRUE(is_one("src/a_test.cc", "namespace n {\n\n  TEST_F (A, B) {}\n}\n"));
  EXPECT_TRUE(is_one("examples/json/a.c", "int\nmain (int argc, char** argv) {}\n"));
  EXPECT_TRUE(is_one("benchmarks/a.cpp", "BENCHMARK(parse);\n"));
  EXPECT_FALSE(is_one("src/a.c", "int main(void) { return 0; }\n"));
  EXPECT_FALSE(is_one("tests/helper.cpp", "int domain(int); int main_loop() { return domain(1); }\n"));
  EXPECT_FALSE(is_one("tests/harness.cpp", "#define TEST(x) void x()\nint TEST_count;\n"));
  EXPECT_FALSE(is_consumer({.directory = {}, .file = project_ / "tests/missing.c", .arguments = {}}, project_));
}

TEST_F(Consumers, ThatNameMostOfTheReportAreKept) {
  std::vector<CompileCommand> commands{command("src/parse.cpp", "int parse(const char*) { return 0; }\n")};
  for (int i = 0; i < 20; ++i)
    commands.push_back(command("tests/t" + std::to_string(i) + ".cpp",
                               "TEST(a, b) { " + std::string(i == 15 ? "parse(\"\");" : "parser();") + " }\n" +
                                   std::string(static_cast<std::size_t>(20 - i), '\n')));
  std::vector<bool> out = consumers_left_out(commands, {"json::parse<char>(char const*)", "main"}, {"t0.cpp"});
  EXPECT_EQ(std::ranges::count(out, true), 19 - static_cast<std::ptrdiff_t>(kMostConsumers));
  EXPECT_FALSE(out[0]);   // the library
  EXPECT_FALSE(out[1]);   // in the report
  EXPECT_FALSE(out[16]);  // calls what crashed
  EXPECT_FALSE(out[20]);  // the smallest
  EXPECT_TRUE(out[2]);
  commands.resize(1 + kMostConsumers);
  out = consumers_left_out(commands, {}, {});
  EXPECT_EQ(std::ranges::count(out, true), 0);
}

}  // namespace
}  // namespace reenact
