#include "build/assertions.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

CompileCommand with(std::vector<std::string> arguments) {
  CompileCommand command;
  command.arguments = std::move(arguments);
  return command;
}

TEST(Assertions, TheLastWordOnNdebugCounts) {
  EXPECT_FALSE(is_without_assertions(with({"cc", "-O2", "-c", "a.c"})));
  EXPECT_TRUE(is_without_assertions(with({"cc", "-DNDEBUG", "-c", "a.c"})));
  EXPECT_TRUE(is_without_assertions(with({"cc", "-D", "NDEBUG=1", "-c", "a.c"})));
  EXPECT_FALSE(is_without_assertions(with({"cc", "-DNDEBUG", "-U", "NDEBUG", "-c", "a.c"})));
  EXPECT_FALSE(is_without_assertions(with({"cc", "-DNDEBUGGER", "-c", "a.c"})));
}

/// A database of one command with assertions and one without.
class Commands : public testing::Test {
 protected:
  Commands() : folder_(*ScratchFolder::make(fs::temp_directory_path())) {
    EXPECT_TRUE(write_file(folder_.path() / "compile_commands.json", R"([
      {"directory": "/", "file": "/debug.c", "arguments": ["cc", "-c", "/debug.c"]},
      {"directory": "/", "file": "/release.c", "arguments": ["cc", "-DNDEBUG", "-c", "/release.c"]}])"));
    options_.build_dir = folder_.path();
  }

  std::vector<std::string> last_words() {
    const auto commands = subject_commands(options_);
    EXPECT_TRUE(commands.has_value());
    std::vector<std::string> result;
    for (const CompileCommand& each : *commands) result.push_back(each.arguments.back());
    return result;
  }

  ScratchFolder folder_;
  SubjectOptions options_;
};

TEST_F(Commands, StayAsTheyAreWhereNothingIsKnown) {
  EXPECT_EQ(last_words(), (std::vector<std::string>{"/debug.c", "/release.c"}));
  EXPECT_EQ(commands_changed_by(options_).by_assertions, 0U);
}

TEST_F(Commands, OfAFailedAssertionHaveAssertions) {
  options_.assertions = assertions_for({.kind = CrashKind::kAssertion});
  EXPECT_EQ(last_words(), (std::vector<std::string>{"/debug.c", "-UNDEBUG"}));
  EXPECT_EQ(commands_changed_by(options_).by_assertions, 1U);
}

TEST_F(Commands, OfABuiltInCheckHaveItUnlessTheySaySomethingOfIt) {
  EXPECT_EQ(assertions_for({.kind = CrashKind::kAssertion, .check = BuiltInCheck::kStandardLibrary}),
            Assertions::kAsBuilt);
  const auto last_word = [](std::vector<std::string> words, BuiltInCheck check) {
    CompileCommand command = with(std::move(words));
    add_check(check, command);
    return command.arguments.back();
  };
  EXPECT_EQ(last_word({"cc", "a.c"}, BuiltInCheck::kStandardLibrary), "-D_GLIBCXX_ASSERTIONS");
  EXPECT_EQ(last_word({"cc", "a.c"}, BuiltInCheck::kStackProtector), "-fstack-protector-strong");
  EXPECT_EQ(last_word({"cc", "-fno-stack-protector", "-fstack-protector-all"}, BuiltInCheck::kStackProtector),
            "-fstack-protector-all");
  EXPECT_EQ(last_word({"cc", "-O2", "-D_FORTIFY_SOURCE=3"}, BuiltInCheck::kFortified), "-D_FORTIFY_SOURCE=3");
  EXPECT_EQ(last_word({"cc", "-O2"}, BuiltInCheck::kFortified), "-D_FORTIFY_SOURCE=2");
  EXPECT_EQ(last_word({"cc", "a.c"}, BuiltInCheck::kFortified), "-O1");
  EXPECT_EQ(last_word({"cc", "a.c"}, BuiltInCheck::kNone), "a.c");
}

TEST_F(Commands, AreCountedWhereACheckIsMissing) {
  options_.check = BuiltInCheck::kStackProtector;
  EXPECT_EQ(commands_changed_by(options_).by_check, 2U);
  EXPECT_EQ(last_words(), (std::vector<std::string>{"-fstack-protector-strong", "-fstack-protector-strong"}));
}

TEST_F(Commands, CanLoseThem) {
  options_.assertions = Assertions::kOff;
  EXPECT_EQ(last_words(), (std::vector<std::string>{"-DNDEBUG", "/release.c"}));
  EXPECT_EQ(commands_changed_by(options_).by_assertions, 1U);
}

}  // namespace
}  // namespace reenact
