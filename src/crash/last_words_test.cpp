#include <gmock/gmock.h>

#include <csignal>

#include "crash/reader.h"

namespace reenact {
namespace {

struct Words {
  const char* line;
  const char* text;
  const char* file;
  unsigned number;
  const char* function;
};

class AssertionFormTest : public testing::TestWithParam<Words> {};

TEST_P(AssertionFormTest, TellsTextAndPlace) {
  const Words& words = GetParam();
  const auto report = find_crash_report(words.line, "words.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->kind, CrashKind::kAssertion);
  EXPECT_EQ(report->signal, SIGABRT);
  EXPECT_EQ(report->message, words.text);
  ASSERT_EQ(report->frames.size(), 1u);
  EXPECT_EQ(report->frames[0].file, words.file);
  EXPECT_EQ(report->frames[0].line, Line(words.number));
  EXPECT_EQ(report->frames[0].function, words.function);
}

INSTANTIATE_TEST_SUITE_P(
    CLibraries, AssertionFormTest,
    testing::Values(
        Words{"app: /src/f.c:547: int f(int): Assertion `n > 0' failed.", "n > 0", "/src/f.c", 547, "int f(int)"},
        Words{"12:01:33 app: a b.c:7: T ns::g(T) [with T = int]: Assertion `a(\"x: 1: y\")' failed.", "a(\"x: 1: y\")",
              "a b.c", 7, "T ns::g(T)"},
        Words{"app: f.c:5: Assertion `p' failed.", "p", "f.c", 5, ""},
        Words{"Assertion failed: (n > (0)), function f, file f.c, line 547.", "n > (0)", "f.c", 547, "f"},
        Words{"Assertion failed: n > (0) (src/f.c: f: 547)", "n > (0)", "src/f.c", 547, "f"},
        Words{"Assertion failed: n > 0, file C:\\src\\f.c, line 547", "n > 0", "C:\\src\\f.c", 547, ""},
        Words{"assertion \"n > 0\" failed: file \"f.c\", line 547, function: f", "n > 0", "f.c", 547, "f"},
        Words{"assertion \"n > 0\" failed: file \"f.c\", line 547, function \"f\"", "n > 0", "f.c", 547, "f"},
        Words{"src/f.c:547: void f(): assertion \"n > 0\" failed", "n > 0", "src/f.c", 547, "void f()"}));

TEST(LastWords, AnAssertionWithoutItsPlace) {
  const auto report = find_crash_report("it says: Assertion `n > 0' failed.\n", "words.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->message, "n > 0");
  EXPECT_TRUE(report->frames.empty());
}

TEST(LastWords, UncaughtExceptions) {
  struct Case {
    const char* text;
    const char* type;
    const char* what;
  };
  for (const Case& each :
       {Case{"terminate called after throwing an instance of 'ns::E'\n  what():  bad: input\n", "ns::E", "bad: input"},
        Case{"terminate called after throwing an instance of 'int'\n", "int", ""},
        Case{"libc++abi: terminating due to uncaught exception of type ns::E: bad: input\n", "ns::E", "bad: input"},
        Case{"libc++abi.dylib: terminating with uncaught exception of type int\n", "int", ""}}) {
    const auto report = find_crash_report(each.text, "words.txt");
    ASSERT_TRUE(report) << each.text;
    EXPECT_EQ(report->kind, CrashKind::kCppException);
    EXPECT_EQ(report->exception_type, each.type);
    EXPECT_EQ(report->message, each.what);
  }
}

TEST(LastWords, ProseIsNone) {
  EXPECT_FALSE(find_crash_report("An assertion failed: see file f.c, and line 12 of it.\n", "words.txt"));
}

}  // namespace
}  // namespace reenact
