#include "contain/compilers.h"

#include <gmock/gmock.h>

#include <thread>

#include "base/files.h"
#include "contain/compile/job.h"
#include "contain/containment.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class CompilersTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) / "compilers_test" / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    for (const char* each : {"one", "two"}) fs::create_directories(folder_ / each);
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Expected<ProcessResult> run(const std::vector<std::string>& command, const std::string& in = "one",
                              ProcessOptions options = {}) {
    options.directory = folder_;
    return compilers_.run(folder_ / in, {folder_}, command, options);
  }
  fs::path file(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file(folder_ / name, text));
    return folder_ / name;
  }

  fs::path folder_;
  Compilers compilers_{{fs::path(testing::TempDir()) / "compilers_test"}};
};

TEST_F(CompilersTest, MakeWhatTheCompilerItselfMakes) {
  file("a.cpp", "#include <string>\n__attribute__((used)) static int f(std::string s) { throw s; }\n");
  for (const char* optimised : {"-O0", "-O2"}) {
    const auto ours = run({"clang++-19", "-g", optimised, "-c", "a.cpp", "-o", "one/a.o"});
    ASSERT_TRUE(ours);
    EXPECT_EQ(ours->exit_status, 0) << ours->err;
    const auto theirs =
        run_process({"clang++-19", "-g", optimised, "-c", "a.cpp", "-o", "two/a.o"}, {.directory = folder_});
    ASSERT_TRUE(theirs);
    EXPECT_EQ(read_file(folder_ / "one/a.o"), read_file(folder_ / "two/a.o")) << optimised;
  }
}

TEST_F(CompilersTest, AFileOfCIsNoneOfCxx) {
  file("a.c", "int class = 1;\n");
  EXPECT_EQ(run({"clang-19", "-c", "a.c", "-o", "one/a.o"})->exit_status, 0);
  EXPECT_NE(run({"clang++-19", "-x", "c++", "-c", "a.c", "-o", "one/a.o"})->exit_status, 0);
}

TEST_F(CompilersTest, ErrorsAreInTheCompilersWords) {
  file("a.cpp", "int g = ;\n");
  const std::vector<std::string> command{"clang++-19", "-fno-such-option", "-c", "a.cpp", "-o", "one/a.o"};
  const auto ours = run(command);
  ASSERT_TRUE(ours);
  const auto theirs = run_process(command, {.directory = folder_});
  EXPECT_EQ(ours->exit_status, theirs->exit_status);
  EXPECT_EQ(ours->err, theirs->err);
  const auto without = run({"clang++-19", "-c", "a.cpp", "-o", "one/a.o"});
  EXPECT_THAT(without->err, HasSubstr("a.cpp:1:9: error: expected expression"));
}

TEST_F(CompilersTest, OtherProgramsRunToo) {
  EXPECT_THAT(run({"sh", "-c", "echo $WORD; exit 7"}, "one", {.environment = {"WORD=said"}})->err, HasSubstr("said"));
  EXPECT_EQ(run({"sh", "-c", "exit 7"})->exit_status, 7);
  EXPECT_EQ(run({"sh", "-c", "kill -SEGV $$"})->exit_status, 128 + 11);
  EXPECT_EQ(run({"no-such-compiler"})->exit_status, 127);
}

TEST_F(CompilersTest, LinkAProgram) {
  file("a.cpp", "int main() { return 0; }\n");
  ASSERT_EQ(run({"clang++-19", "-c", "a.cpp", "-o", "one/a.o"})->exit_status, 0);
  EXPECT_EQ(run({"clang++-19", "-fuse-ld=lld", "one/a.o", "-o", "one/a"})->exit_status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "one/a"));
}

TEST_F(CompilersTest, WriteToTheirFolderAlone) {
  if (containment_here().landlock < 1) GTEST_SKIP() << "no Landlock";
  EXPECT_EQ(run({"sh", "-c", ": > one/here"}, "one")->exit_status, 0);
  EXPECT_NE(run({"sh", "-c", ": > two/there"}, "one")->exit_status, 0);
  EXPECT_EQ(run({"sh", "-c", ": > two/here"}, "two")->exit_status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "two/there"));
}

TEST_F(CompilersTest, OneThatIsEndedIsReplaced) {
  // Its parent is the process that serves.
  (void)run({"sh", "-c", "kill -KILL $PPID"});
  EXPECT_EQ(run({"sh", "-c", "exit 3"})->exit_status, 3);
}

TEST_F(CompilersTest, NobodyMeetsWhatAnotherCommandLeftBehind) {
  EXPECT_EQ(run({"sh", "-c", "sleep 60 > /dev/null 2>&1 & echo $! > one/left"})->exit_status, 0);
  EXPECT_EQ(run({"sh", "-c", "exit 3"})->exit_status, 3);
  EXPECT_NE(run({"sh", "-c", "kill -0 $(cat one/left)"})->exit_status, 0);
}

TEST_F(CompilersTest, TimeIsLimitedAndCtrlCIsHeard) {
  EXPECT_TRUE(run({"sleep", "60"}, "one", {.time_limit = std::chrono::milliseconds(300)})->timed_out);
  std::atomic<bool> interrupted = false;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    interrupted = true;
  });
  const auto result = run({"sleep", "60"}, "one", {.interrupted = &interrupted});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kInterrupted);
}

TEST_F(CompilersTest, SeveralAtOnce) {
  file("a.cpp", "int f() { return 1; }\n");
  std::array<int, 4> statuses{};
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < statuses.size(); ++i)
      threads.emplace_back([&, i] {
        statuses.at(i) = run({"clang++-19", "-c", "a.cpp", "-o", "one/" + std::to_string(i) + ".o"})->exit_status;
      });
  }
  EXPECT_THAT(statuses, ElementsAre(0, 0, 0, 0));
}

TEST(CompileJob, IsReadAsItWasWritten) {
  const compile::Job job{.directory = "/d", .folder = "/f", .environment = {"A=1", "B="}, .command = {"cc", "", "-c"}};
  const auto read = compile::job_of(packed(job));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->directory, "/d");
  EXPECT_EQ(read->folder, "/f");
  EXPECT_THAT(read->environment, ElementsAre("A=1", "B="));
  EXPECT_THAT(read->command, ElementsAre("cc", "", "-c"));
  EXPECT_FALSE(compile::job_of(""));
  EXPECT_FALSE(
      compile::job_of(std::string("d\0f\0"
                                  "9\0x\0",
                                  8)));
}

}  // namespace
}  // namespace reenact
