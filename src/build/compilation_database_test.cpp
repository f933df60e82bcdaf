#include "build/compilation_database.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "base/random.h"

namespace reenact {
namespace {

const std::string kHow =
    "\n  next step: configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON (CMake), build under `bear --` (Make); Meson "
    "writes it by itself";

std::string error_of(std::string_view text) {
  const auto commands = parse_compilation_database(text, "/b/compile_commands.json");
  return commands ? "" : commands.error().message;
}

TEST(CompilationDatabase, SplitsCommandsAsAShellDoes) {
  const auto commands = parse_compilation_database(
      R"([{"directory": "/b", "file": "../s/a.c", "command": "gcc -DX=\\\"q\\\" '-DY=1 2' -c ../s/a.c"}])",
      "/b/compile_commands.json");
  ASSERT_TRUE(commands.has_value());
  ASSERT_EQ(commands->size(), 1u);
  EXPECT_EQ(commands->front().file, "/s/a.c");
  EXPECT_TRUE(commands->front().is_c);
  EXPECT_EQ(commands->front().arguments, (std::vector<std::string>{"gcc", "-DX=\"q\"", "-DY=1 2", "-c", "../s/a.c"}));
}

std::vector<std::string> words_of(const std::string& entry) {
  const auto commands =
      parse_compilation_database("[{\"file\": \"a.cpp\", " + entry + "}]", "/b/compile_commands.json");
  return commands ? commands->front().arguments : std::vector<std::string>{commands.error().message};
}

TEST(CompilationDatabase, ABackslashInQuotesIsOneUnlessItEscapes) {
  EXPECT_EQ(words_of(R"("command": "g++ \"-DA=x\\d \\\"y\\\\\" -c a.cpp")"),
            (std::vector<std::string>{"g++", R"(-DA=x\d "y\)", "-c", "a.cpp"}));
}

TEST(CompilationDatabase, WrappersAreNoCompilers) {
  EXPECT_EQ(words_of(R"("command": "/usr/bin/ccache distcc g++ -c a.cpp")"),
            (std::vector<std::string>{"g++", "-c", "a.cpp"}));
  EXPECT_EQ(words_of(R"("command": "env -i LANG=C X=Y ccache g++ -c a.cpp")"),
            (std::vector<std::string>{"g++", "-c", "a.cpp"}));
  EXPECT_EQ(words_of(R"("command": "env -u CFLAGS A=b nice -n 5 g++ -c a.cpp")"),
            (std::vector<std::string>{"g++", "-c", "a.cpp"}));
  EXPECT_EQ(words_of(R"("command": "ccache -c a.cpp")"), (std::vector<std::string>{"ccache", "-c", "a.cpp"}));
}

TEST(CompilationDatabase, ARelativeDirectoryIsTheDatabases) {
  const auto commands = parse_compilation_database(
      R"([{"directory": "../s/build", "file": "../a.c", "arguments": ["cc"]}])", "/b/compile_commands.json");
  ASSERT_TRUE(commands);
  EXPECT_EQ(commands->front().directory, "/s/build");
  EXPECT_EQ(commands->front().file, "/s/a.c");
}

TEST(CompilationDatabase, ADeviceIsNoResponseFile) {
  const auto commands = parse_compilation_database(
      R"([{"directory": "/b", "file": "a.c", "arguments": ["cc", "@/dev/zero", "@/dev", "@"]}])",
      "/b/compile_commands.json");
  ASSERT_TRUE(commands.has_value());
  EXPECT_EQ(commands->front().arguments, (std::vector<std::string>{"cc", "@/dev/zero", "@/dev", "@"}));
}

TEST(CompilationDatabase, LeavesOutPrecompiledHeaders) {
  const auto commands = parse_compilation_database(
      R"([{"directory": "/b", "file": "cmake_pch.hxx.cxx",
           "command": "clang++ -Xclang -emit-pch -x c++-header -o cmake_pch.hxx.pch -c cmake_pch.hxx.cxx"},
          {"directory": "/b", "file": "cmake_pch.hxx.cxx", "command": "g++ -x c++-header -c cmake_pch.hxx.cxx"},
          {"directory": "/b", "file": "a.cxx", "command": "g++ -include cmake_pch.hxx -c a.cxx"}])",
      "/b/compile_commands.json");
  ASSERT_TRUE(commands.has_value());
  ASSERT_EQ(commands->size(), 1u);
  EXPECT_EQ(commands->front().file, "/b/a.cxx");
}

TEST(CompilationDatabase, LeavesOutWhatACompilerRunsItself) {
  const std::string own =
      R"({"directory": "/b", "file": "a.c", "arguments": ["/usr/lib/llvm-19/bin/clang", "-cc1", "-D", "X=1", "a.c"]})";
  const auto commands = parse_compilation_database(
      "[" + own + R"(, {"directory": "/b", "file": "a.c", "command": "clang -c a.c"}])", "/b/compile_commands.json");
  ASSERT_TRUE(commands.has_value());
  ASSERT_EQ(commands->size(), 1u);
  EXPECT_EQ(commands->front().arguments.front(), "clang");
  EXPECT_TRUE(error_of("[" + own + "]").contains("step of a compilation"));
}

TEST(CompilationDatabase, KeepsTheFirstOfTwoEntriesForOneFile) {
  const auto commands = parse_compilation_database(
      R"([{"directory": "/b", "file": "a.cc", "arguments": ["g++", "-O0"]}, {"directory": "/b", "file": "/b/a.cc", "arguments": ["g++", "-O2"]}])",
      "/b/compile_commands.json");
  ASSERT_TRUE(commands.has_value());
  ASSERT_EQ(commands->size(), 1u);
  EXPECT_EQ(commands->front().arguments[1], "-O0");
}

TEST(CompilationDatabase, KeepsBothEntriesForOneFileWhereMacrosMakeTwoSourcesOfIt) {
  const auto commands = parse_compilation_database(R"([
    {"directory": "/b", "file": "aes.c", "command": "cc -DENCRYPT_ONLY -c aes.c -o aes_enc.o"},
    {"directory": "/b", "file": "aes.c", "command": "cc -fPIC -DPIC -D aes_EXPORTS -c aes.c -o .libs/aes.o"},
    {"directory": "/b", "file": "aes.c", "command": "cc -c aes.c -o aes.o"}])",
                                                   "compile_commands.json");
  ASSERT_TRUE(commands.has_value());
  ASSERT_EQ(commands->size(), 2u);
  EXPECT_EQ(commands->front().arguments[1], "-DENCRYPT_ONLY");
  EXPECT_EQ(commands->back().arguments[1], "-fPIC");
}

TEST(CompilationDatabase, KeepsOneEntryForOneFileOfALibraryThatIsSharedAndStatic) {
  for (const char* macro : {"YAJL_SHARED", "LIBFOO_STATIC", "FOO_BUILD_DLL", "CURL_STATICLIB"}) {
    const auto commands = parse_compilation_database(
        fmt::format(R"([{{"directory": "/b", "file": "a.c", "command": "cc -DNAME=1 -c a.c -o a.o"}},
                        {{"directory": "/b", "file": "a.c", "command": "cc -DNAME=1 -D{} -fPIC -c a.c -o s.o"}}])",
                    macro),
        "compile_commands.json");
    ASSERT_TRUE(commands.has_value());
    EXPECT_EQ(commands->size(), 1u) << macro;
  }
}

TEST(CompilationDatabase, ToldErrors) {
  EXPECT_EQ(error_of(" \n"), "/b/compile_commands.json is empty" + kHow);
  EXPECT_EQ(error_of("[\n {]"), "/b/compile_commands.json:2:3: not valid JSON" + kHow);
  EXPECT_EQ(error_of("{}"),
            "/b/compile_commands.json: not a compilation database: a JSON array of entries is expected" + kHow);
  EXPECT_EQ(error_of("[]"), "/b/compile_commands.json has no entries" + kHow);
  EXPECT_EQ(error_of("[1e999]"), "/b/compile_commands.json: not valid JSON: a number is too large" + kHow);
  EXPECT_EQ(error_of("[3]"), "/b/compile_commands.json: entry 1 is not an object");
  EXPECT_EQ(error_of(R"([{"directory": "/b"}])"), "/b/compile_commands.json: entry 1 has no \"file\"");
  EXPECT_EQ(error_of(R"([{"directory": "/b", "file": "a.c"}])"),
            "/b/compile_commands.json: entry 1 (/b/a.c) has neither \"command\" nor \"arguments\"");
  EXPECT_EQ(error_of(R"([{"directory": "/b", "file": "a.c", "command": "cc -c a.c '-DX=1"}])"),
            "/b/compile_commands.json: entry 1 (/b/a.c): its \"command\" has a ' that is not closed");
}

TEST(CompilationDatabase, ABuildFolderBelowIsPointedOut) {
  std::string name = (std::filesystem::temp_directory_path() / "reenact_database_XXXXXX").string();
  const std::filesystem::path folder = mkdtemp(name.data());
  const std::string missing = (folder / "compile_commands.json").string() + ": no compilation database there";
  std::filesystem::create_directories(folder / "build");
  EXPECT_EQ(read_compilation_database(folder).error().message, missing + kHow);
  std::ofstream(folder / "build/compile_commands.json") << "[]";
  EXPECT_EQ(read_compilation_database(folder).error().message,
            missing + "\n  next step: there is one in " + (folder / "build").string());
  std::filesystem::remove_all(folder);
}

TEST(CompilationDatabase, SurvivesGarbledInput) {
  const std::string original =
      R"([{"directory": "/b", "file": "a.c", "command": "cc \"-DA='x y'\" -c a.c"}, {"file": "b.c", "arguments": ["cc", "@x"]}])";
  Random random(Seed(3u));
  for (int round = 0; round < 2000; ++round) {
    std::string text = original;
    for (int change = 0; change < 6 && !text.empty(); ++change) {
      const std::size_t at = random.below(text.size());
      if (random.chance(0.5))
        text.erase(at, random.below(5));
      else
        text.insert(at, 1, "\"'\\[]{},:@ 0"[random.below(12)]);
    }
    (void)parse_compilation_database(text, "/b/compile_commands.json");
  }
}

}  // namespace
}  // namespace reenact
