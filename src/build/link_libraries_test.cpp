#include "build/link_libraries.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/files.h"
#include "base/process.h"
#include "build/cache.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

class BuildFolder : public testing::Test {
 protected:
  BuildFolder() {
    std::string name = (fs::temp_directory_path() / "reenact_link_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~BuildFolder() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST(FlagsThatLink, NameFunctionsAsTheLinkerKnowsThem) {
  EXPECT_EQ(
      flags_that_link({"read_tag", "ns::Reader::next(int)", "main", "f<int>", "(anonymous namespace)::g", "read_tag"}),
      (std::vector<std::string>{"-Wl,--undefined-glob=read_tag", "-Wl,--undefined-glob=_Z8read_tag*",
                                "-Wl,--undefined-glob=_ZN2ns6Reader4nextE*",
                                "-Wl,--undefined-glob=_ZNK2ns6Reader4nextE*"}));
}

TEST(LibrariesInCommand, AreThoseOutsideTheBuild) {
  EXPECT_EQ(libraries_in_command("/usr/bin/c++ -O2 a.o -o app -L/opt/x/lib libown.a /b/sub/libown2.so "
                                 "/usr/lib/libz.so.1 -lm -pthread -lm -Wl,-rpath,/b",
                                 "/b"),
            (std::vector<std::string>{"-L/opt/x/lib", "/usr/lib/libz.so.1", "-lm", "-pthread"}));
}

TEST_F(BuildFolder, CMakeLinkFilesNameLibrariesAndMissingOnesAreLeftOut) {
  fs::create_directories(folder_ / "CMakeFiles/app.dir");
  EXPECT_TRUE(write_file(folder_ / "CMakeFiles/app.dir/link.txt",
                         "c++ a.o -o app -lm -lno_such_library_anywhere /no/such/libx.so libown.a\n"));
  EXPECT_EQ(libraries_of_build(folder_), std::vector<std::string>{"-lm"});
}

TEST_F(BuildFolder, NinjaFilesOfMesonNameLibraries) {
  EXPECT_TRUE(write_file(
      folder_ / "build.ninja",
      "build app: cpp_LINKER a.o\n LINK_ARGS = -Wl,--start-group libown.a -lm -pthread -Wl,--end-group\n ARGS = "
      "-lnot_this\n"));
  EXPECT_EQ(libraries_of_build(folder_), (std::vector<std::string>{"-lm", "-pthread"}));
}

TEST_F(BuildFolder, WhereCMakeLinksNothingItsCacheNamesLibraries) {
  const fs::path found = folder_.parent_path() / (folder_.filename().string() + "_libfound.so");
  EXPECT_TRUE(write_file(found, ""));
  fs::create_directories(folder_ / "CMakeFiles/own.dir");
  EXPECT_TRUE(write_file(folder_ / "CMakeFiles/own.dir/link.txt", "/usr/bin/ar qc libown.a a.o\n"));
  EXPECT_TRUE(write_file(folder_ / "CMakeCache.txt", "SQLite3_LIBRARY:FILEPATH=" + found.string() +
                                                         "\nOWN_LIBRARY:FILEPATH=" + (folder_ / "libown.a").string() +
                                                         "\nGONE_LIBRARY:FILEPATH=/no/such/libgone.so"
                                                         "\nCMAKE_AR:FILEPATH=/usr/bin/ar\n"));
  EXPECT_EQ(libraries_of_build(folder_), std::vector<std::string>{found.string()});
  EXPECT_TRUE(write_file(folder_ / "CMakeFiles/own.dir/link.txt", "c++ a.o -o app -lm\n"));
  EXPECT_EQ(libraries_of_build(folder_), std::vector<std::string>{"-lm"});
  fs::remove(found);
}

// Two runtimes of AddressSanitizer in one program: neither reports.
TEST_F(BuildFolder, RuntimesOfSanitizersAreTheCompilersOwn) {
  EXPECT_EQ(libraries_in_command("gcc -fsanitize=address a.o -lasan -lubsan /usr/lib/libtsan.so.2 -lasa -lz", folder_),
            (std::vector<std::string>{"-lasa", "-lz"}));
  EXPECT_EQ(libraries_in_command("-L/opt/asan -lc-client -lc /usr/lib/libgcc-tools.so /usr/lib/libgcc_s.so.1", folder_),
            (std::vector<std::string>{"-L/opt/asan", "-lc-client", "/usr/lib/libgcc-tools.so"}));
  EXPECT_TRUE(write_file(folder_ / "a.c", "double sqrt(double); int main(int c, char** v) { return (int)sqrt(c); }\n"));
  const auto built = run_process({"gcc", "-O0", "-fno-builtin", "-fsanitize=address,undefined",
                                  (folder_ / "a.c").string(), "-o", (folder_ / "app").string(), "-lm"});
  ASSERT_TRUE(built && built->exit_status == 0) << built->err;
  const std::vector<std::string> libraries = libraries_of_build(folder_);
  ASSERT_EQ(libraries.size(), 1u);
  EXPECT_EQ(fs::path(libraries[0]).filename(), "libm.so.6");
}

TEST_F(BuildFolder, BuiltProgramsNameLibrariesWhereNoBuildFileDoes) {
  EXPECT_TRUE(write_file(folder_ / "a.c", "double sqrt(double); int main(int c, char** v) { return (int)sqrt(c); }\n"));
  const auto built = run_process(
      {"clang-19", "-O0", "-fno-builtin", (folder_ / "a.c").string(), "-o", (folder_ / "app").string(), "-lm"});
  ASSERT_TRUE(built && built->exit_status == 0) << built->err;
  const std::vector<std::string> libraries = libraries_of_build(folder_);
  ASSERT_EQ(libraries.size(), 1u);
  EXPECT_EQ(fs::path(libraries[0]).filename(), "libm.so.6");
}

TEST(LibrariesDefining, AreNamedAsLinkTakesThem) {
  const auto found = libraries_defining({"_ZNSt6localeC1EPKc", "no_such_function_anywhere"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "stdc++");  // std::locale::locale(char const*)
  EXPECT_EQ(found[0].symbols, 1u);
  EXPECT_TRUE(libraries_defining({"no_such_function_anywhere"}).empty());
}

TEST(LibrariesDefining, AreAllThatItTakes) {
  // Those of one library stand side by side, so a few of them at the beginning tell nothing of the others.
  const std::set<std::string> lacked{"_ZNSt6localeC1EPKc", "_ZNSt6localeD1Ev", "_ZSt4cerr",       "_ZSt4clog",
                                     "_ZSt4cout",          "_ZSt4endl",        "_ZSt9terminatev", "sqlite3_open"};
  std::set<std::string> known = lacked;
  known.erase("_ZSt4endl");
  EXPECT_EQ(libraries_with_all_of(known), (std::vector<std::string>{"-lstdc++", "-lsqlite3"}));
  EXPECT_TRUE(libraries_with_all_of(lacked).empty());
}

TEST_F(BuildFolder, NothingToLearnFromAnEmptyFolder) { EXPECT_TRUE(libraries_of_build(folder_).empty()); }

}  // namespace
}  // namespace reenact
