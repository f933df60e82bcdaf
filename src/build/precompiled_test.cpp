#include "build/precompiled.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/files.h"
#include "base/process.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

class PrecompiledGtest : public testing::Test {
 protected:
  PrecompiledGtest() {
    std::string name = (fs::temp_directory_path() / "reenact_precompiled_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
    options_.build_dir = folder_ / "project";
    options_.cache_dir = folder_ / "cache";
    fs::create_directories(options_.build_dir);
  }
  ~PrecompiledGtest() override { fs::remove_all(folder_); }

  /// Of a test that is compiled with C++17 and `more`.
  fs::path header(const std::vector<std::string>& more) {
    TestBuild build{.compiler = "clang++-19", .compile_flags = {"-std=gnu++17"}};
    build.compile_flags.insert(build.compile_flags.end(), more.begin(), more.end());
    return precompiled_gtest(build, options_);
  }

  /// A folder of the project with this header in it.
  std::string folder_with(const std::string& name) {
    const fs::path folder = options_.build_dir / ("with-" + fs::path(name).filename().string());
    fs::create_directories((folder / name).parent_path());
    EXPECT_TRUE(write_file(folder / name, ""));
    return folder.string();
  }

  fs::path folder_;
  SubjectOptions options_;
};

TEST_F(PrecompiledGtest, IsMadeOnceForAllProjectsWithTheSameFlags) {
  const fs::path first = header({"-I" + folder_with("widget.h")});
  ASSERT_FALSE(first.empty());
  const auto made = fs::last_write_time(first);
  EXPECT_EQ(header({"-iquote" + folder_with("gadget.h"), "-isystem", folder_with("gizmo.h")}), first);
  EXPECT_EQ(fs::last_write_time(first), made);
  const fs::path test = folder_ / "test.cpp";
  ASSERT_TRUE(write_file(test, "TEST(A, B) { EXPECT_EQ(1, 1); }\n"));
  const auto compiled = run_process({"clang++-19", "-include-pch", first.string(), "-std=gnu++17", "-w", "-O0", "-g",
                                     "-c", test.string(), "-o", (folder_ / "test.o").string()});
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->exit_status, 0) << compiled->err;
}

TEST_F(PrecompiledGtest, NotWhereATestMayIncludeAnotherHeader) {
  EXPECT_EQ(header({"-I" + folder_with("gtest/gtest.h")}), "");
  EXPECT_EQ(header({"-isystem", folder_with("gtest/gtest.h")}), "");
  EXPECT_EQ(header({"-isystem" + folder_with("regex.h")}), "");
  EXPECT_EQ(header({"-imacros", folder_with("config.h") + "/config.h"}), "");
  EXPECT_EQ(header({"-include", "config.h"}), "");
}

TEST_F(PrecompiledGtest, WithWhatIsIncludedBefore) {
  const std::string config = folder_with("config.h") + "/config.h";
  ASSERT_TRUE(write_file(config, "int included_once;\n"));
  const fs::path made = header({"-include", config});
  ASSERT_FALSE(made.empty());
  EXPECT_NE(made, header({}));
  const fs::path test = folder_ / "test.cpp";
  ASSERT_TRUE(write_file(test, "TEST(A, B) { EXPECT_EQ(included_once, 0); }\n"));
  const auto compile = [&] {
    return run_process({"clang++-19", "-include-pch", made.string(), "-std=gnu++17", "-include", config, "-w", "-O0",
                        "-g", "-c", test.string(), "-o", (folder_ / "test.o").string()});
  };
  const auto compiled = compile();
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->exit_status, 0) << compiled->err;  // included twice it would be defined twice

  ASSERT_TRUE(write_file(config, "int included_again;\n"));
  ASSERT_TRUE(write_file(test, "TEST(A, B) { EXPECT_EQ(included_again, 0); }\n"));
  ASSERT_EQ(header({"-include", config}), made);
  const auto again = compile();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->exit_status, 0) << again->err;
}

TEST_F(PrecompiledGtest, NotWhereNoTestCompiles) { EXPECT_EQ(header({"-no-such-option"}), ""); }

}  // namespace
}  // namespace reenact
