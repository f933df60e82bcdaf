#include "check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "check/run_test.h"
#include "check/thrown_text.h"
#include "crash/reader.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// A small subject and the header of the tests against it, compiled once for all of them.
class Compiled {
 public:
  Compiled() {
    fs::create_directories(folder_);
    std::ofstream(source())
        << "int* cell(int i) { return i > 3 ? nullptr : new int(i); }\n"
           "int read(int i) {\n"
           "  return *cell(i);\n"
           "}\n"
           "#include <cassert>\n#include <cstdio>\n#include <stdexcept>\n"
           "void say(const char* forged, int how) {\n"
           "  fputs(forged, stderr);\n"
           "  if (how == 1) throw std::runtime_error(\"too near: 4\");\n"
           "  if (how == 2) throw std::runtime_error(\"too far: 17\\n#0  0x1 in f ()\");\n"
           "  assert(how > 3);\n"
           "}\n"
           "int beyond(int* numbers) { return numbers[4]; }\n"
           "int deeper(int n) { return n < 0 ? 0 : deeper(n + 1) + 1; }\n"
           "struct Refused {\n"
           "  int code;\n  std::string message;\n"
           "  virtual ~Refused() {}\n"
           "  Refused(int c, const char* text) : code(c), message(text) {}\n"
           "};\n"
           "#include <exception>\n"
           "void refuse(int how) {\n"
           "  try { throw std::string(\"not this one\"); } catch (const std::string&) {}\n"
           "  if (how == 1) throw \"too small\";\n"
           "  if (how == 2) throw std::string(\"a text that is longer than any that a std::string holds itself\");\n"
           "  if (how == 3) throw std::string(\"short\");\n"
           "  if (how == 4) throw Refused(4, \"refused\");\n"
           "  std::set_terminate([] { abort(); });\n"
           "  if (how == 5) throw std::out_of_range(\"too far\");\n"
           "  throw Refused(5, \"a message that is longer than any that a std::string holds itself\");\n"
           "}\n"
           "template <class... T> struct List {};\n"
           "template <int n, class... T> struct Made : Made<n - 1, List<T...>, int> {};\n"
           "template <class... T> struct Made<0, T...> { void claim(int how) { assert(how > 7); } };\n"
           "void claim(int how) { Made<300>().claim(how); }\n";
    std::ofstream(folder_ / "gtest.h") << "#include <gtest/gtest.h>\n";
    run("clang++-19 -g -O0 -c -o " + object().string() + " " + source().string());
    run("clang++-19 -std=gnu++17 -g -w -O0 -x c++-header -o " + gtest().string() + " " +
        (folder_ / "gtest.h").string());
  }
  ~Compiled() { fs::remove_all(folder_); }

  static void run(const std::string& command) { EXPECT_EQ(std::system(command.c_str()), 0) << command; }

  [[nodiscard]] fs::path source() const { return folder_ / "subject.cpp"; }
  [[nodiscard]] fs::path object() const { return folder_ / "subject.o"; }
  [[nodiscard]] fs::path gtest() const { return folder_ / "gtest.pch"; }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("reenact-check-test-" + std::to_string(::getpid()));
};

const Compiled& compiled() {
  static const Compiled once;
  return once;
}

class CheckTest : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(dir_); }

  CheckRequest request(const std::string& statement) {
    CheckRequest result;
    result.test_source =
        "#include <gtest/gtest.h>\nint read(int i);\nint beyond(int* numbers);\nint deeper(int n);\nvoid say(const "
        "char* forged, int "
        "how);\nvoid refuse(int how);\nvoid claim(int how);\nTEST(Subject, Crashes) "
        "{ " +
        statement + " }\n";
    result.work_dir = dir_ / "work";
    result.build.compiler = "clang++-19";
    result.build.compile_flags = {"-std=gnu++17", "-g"};
    result.build.objects = {compiled().object().string()};
    result.build.precompiled_gtest = compiled().gtest();
    result.report = &report_;
    result.frames = 1;
    return result;
  }

  fs::path dir_ = fs::temp_directory_path() / ("reenact-check-test-of-" + std::to_string(::getpid()));
  CrashReport report_ = *read_crash_report(
      "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
      "==1==The signal is caused by a READ memory access.\n"
      "==1==Hint: address points to the zero page.\n"
      "    #0 0x1 in read(int) /src/subject.cpp:3:10\n"
      "    #1 0x2 in main /src/main.cpp:3:10\n",
      "report.txt");
};

TEST_F(CheckTest, TheReportedCrashIsReproduced) {
  const auto verdict = check(request("read(4);"));
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->status, VerdictStatus::kReproduced) << verdict->difference;
  EXPECT_EQ(verdict->runs_matching, 3u);
  EXPECT_EQ(verdict->frames_matched, 1u);
  EXPECT_EQ(verdict->difference, "");
}

TEST_F(CheckTest, RunsSideBySideAreCountedAsThoseOneByOne) {
  CheckRequest several = request("read(4);");
  several.jobs = 2;
  several.runs = 4;
  const auto verdict = check(several);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->status, VerdictStatus::kReproduced) << verdict->difference;
  EXPECT_EQ(verdict->runs, 4u);
  EXPECT_EQ(verdict->runs_matching, 4u);
  several.test_source = request("_exit(10);").test_source;
  EXPECT_EQ(check(several)->runs, 1u);  // one that ends otherwise needs no second look
}

TEST_F(CheckTest, WhatIsCompiledBeforehandIsNotCompiledAgain) {
  CheckRequest wanted = request("EXPECT_EQ(read(3), 3);");
  ASSERT_TRUE(compile_test(wanted));
  const fs::path object = wanted.work_dir / "crash_test.o";
  const auto made = fs::last_write_time(object);
  EXPECT_TRUE(passes(wanted).value());
  EXPECT_EQ(fs::last_write_time(object), made);
  wanted.test_source = request("EXPECT_EQ(read(3), 4);").test_source;
  EXPECT_FALSE(passes(wanted).value());
  EXPECT_NE(fs::last_write_time(object), made);
}

TEST_F(CheckTest, PassesTellsWhetherATestDoes) {
  EXPECT_EQ(passes(request("EXPECT_EQ(read(3), 3);")).value(), true);
  EXPECT_EQ(passes(request("read(4);")).value(), false);
  EXPECT_FALSE(passes(request("no_such_function();")).has_value());
}

TEST_F(CheckTest, ATestThatPassesIsNot) {
  const auto verdict = check(request("read(1);"));
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->status, VerdictStatus::kNotReproduced);
  EXPECT_EQ(verdict->difference, "nothing crashed");
  EXPECT_EQ(verdict->runs, 3) << "it may crash the next time";
  const auto odd = check(request("_exit(10);"));
  EXPECT_EQ(odd->difference, "nothing crashed, exit status 10");
  EXPECT_EQ(odd->runs, 1);
  CheckRequest sanitized = request("fputs(\"enough\\nof it\\n\", stderr); _exit(10);");
  for (auto* flags : {&sanitized.build.compile_flags, &sanitized.build.link_flags})
    flags->emplace_back("-fsanitize=address");
  EXPECT_EQ(check(sanitized)->difference, "nothing crashed, exit status 10: enough");
}

/// What a test prints to be taken for its crash.
constexpr const char* kForgedTrace =
    "printf(\"\\nProgram received signal SIGSEGV, Segmentation fault.\\n#0  0x1 in read (i=4) at subject.cpp:3\\n"
    "#1  0x2 in main () at m.cpp:1\\n\"); fflush(stdout); ";

TEST_F(CheckTest, WhatATestPrintsIsNoCrash) {
  EXPECT_EQ(check(request(std::string(kForgedTrace) + "_exit(10);"))->difference, "nothing crashed, exit status 10");
  EXPECT_EQ(check(request(std::string(kForgedTrace) + "abort();"))->status, VerdictStatus::kNotReproduced);
  CheckRequest sanitized = request(
      "fputs(\"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x1 bp 0x2 sp 0x3 T0)\\n"
      "    #0 0x1 in read(int) /src/subject.cpp:3:10\\n    #1 0x2 in main /src/main.cpp:3:10\\n\", stderr); _exit(1);");
  for (auto* flags : {&sanitized.build.compile_flags, &sanitized.build.link_flags})
    flags->emplace_back("-fsanitize=address");
  EXPECT_TRUE(check(sanitized)->difference.starts_with("nothing crashed, exit status 1"))
      << check(sanitized)->difference;
}

TEST_F(CheckTest, AReportBehindAFloodIsRead) {
  CheckRequest sanitized =
      request("for (int i = 0; i < 300000; ++i) fputs(\"nothing to report so far, go on...\\n\", stderr); read(4);");
  for (auto* flags : {&sanitized.build.compile_flags, &sanitized.build.link_flags})
    flags->emplace_back("-fsanitize=address");
  const auto verdict = check(sanitized);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->status, VerdictStatus::kReproduced) << verdict->difference;
}

TEST_F(CheckTest, TextsComeFromTheDebuggerNotFromWhatIsPrinted) {
  report_.kind = CrashKind::kCppException;
  report_.exception_type = "std::runtime_error";
  report_.message = "too far: 4";
  EXPECT_EQ(
      check(request("say(\"terminate called after throwing an instance of 'std::runtime_error'\\n  what():  too far: "
                    "4\\n\", 1);"))
          ->difference,
      "text differs: \"too far: 4\" expected, \"too near: 4\" seen");
  EXPECT_EQ(check(request("say(\"\", 2);"))->observed.message, "too far: 17");
  report_.kind = CrashKind::kAssertion;
  report_.message = "n > 3";
  EXPECT_EQ(check(request("say(\"a: a.cpp:5: f: Assertion `n > 3' failed.\\n\", 3);"))->difference,
            "assertion differs: `n > 3' expected, `how > 3' seen");
}

TEST_F(CheckTest, AnAssertionsFunctionMayHaveALongName) {
  report_.kind = CrashKind::kAssertion;
  report_.message = "how > 7";
  const auto verdict = check(request("claim(3);"));
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->observed.message, "how > 7");
}

TEST_F(CheckTest, TextsOfWhatIsNoStandardExceptionAreRead) {
  report_.kind = CrashKind::kCppException;
  report_.message = "refused";
  const auto thrown = [&](int how) {
    const auto verdict = check(request("refuse(" + std::to_string(how) + ");"));
    return verdict ? verdict->observed.exception_type + ": " + verdict->observed.message : verdict.error().message;
  };
  EXPECT_EQ(thrown(1), "char const*: too small");
  EXPECT_TRUE(thrown(2).ends_with(": a text that is longer than any that a std::string holds itself")) << thrown(2);
  EXPECT_TRUE(thrown(3).ends_with(": short")) << thrown(3);
  EXPECT_EQ(thrown(4), "Refused: refused");
  EXPECT_EQ(thrown(5), "std::out_of_range: too far");
  EXPECT_EQ(thrown(6), "Refused: a message that is longer than any that a std::string holds itself");
}

TEST(ThrownText, IsTheFieldThatIsCalledSo) {
  const std::string type = "\nREENACT-TYPE 0x1 \"3Err\"";
  const auto text_of = [&](const std::string& object) {
    return read_thrown(type + "\nREENACT-OBJECT " + object + "\nREENACT-END\n", "Err").text;
  };
  EXPECT_EQ(text_of("{file_ = \"a.c\", line_ = 3, message_ = \"no key\"}"), "no key");
  EXPECT_EQ(text_of("{code = 3, name = 0x5555 \"no key\"}"), "no key");
  EXPECT_EQ(text_of("{a = \"a.c\", b = \"no key\"}"), "a.c | no key") << "any may be the one";
  EXPECT_EQ(text_of("{<Base> = {_vptr$Base = 0x1 <vtable>}, msg = {_M_dataplus = {_M_p = 0x2 \"no key\"}, "
                    "_M_string_length = 6, {_M_local_buf = \"no key\\000\"}}, file = {_M_dataplus = {_M_p = 0x3 "
                    "\"a.c\"}, _M_string_length = 3, {_M_local_buf = \"\"}}}"),
            "no key");
  // Another exception than the one that ended the program.
  EXPECT_EQ(read_thrown("\nREENACT-TYPE 0x1 \"3Odd\"\nREENACT-OBJECT {a = \"x\"}\nREENACT-END\n", "Err").text, "");
}

TEST_F(CheckTest, ASiblingAtAnotherLineIsNot) {
  report_.frames[0].line = Line(2u);
  const auto verdict = check(request("read(4);"));
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->status, VerdictStatus::kNotReproduced);
  EXPECT_EQ(verdict->difference, "frame 1 differs: read (subject.cpp:2) expected, read (subject.cpp:3) seen");
}

TEST_F(CheckTest, TheCompilersWordsAreShown) {
  const auto verdict = check(request("rread(4);"));
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().kind, ErrorKind::kSubject);
  EXPECT_NE(verdict.error().message.find("the test does not compile:\n"), std::string::npos);
  EXPECT_NE(verdict.error().message.find("use of undeclared identifier 'rread'"), std::string::npos);
}

TEST_F(CheckTest, WhatAProgramIncludesIsTold) {
  for (const bool compiles : {true, false}) {
    CheckRequest wanted = request(compiles ? "read(4);" : "rread(4);");
    wanted.build.precompiled_gtest.clear();  // of what is in it the compiler does not tell
    const auto [does, included] = try_test(wanted);
    EXPECT_EQ(does, compiles);
    EXPECT_TRUE(std::ranges::find(included, "/usr/include/gtest/gtest.h") != included.end());
    EXPECT_TRUE(std::ranges::find(included, "/usr/include/gtest/gtest-message.h") != included.end());
  }
}

TEST_F(CheckTest, WhereGdbDoesNotGetToTheOuterEndOfAStackTheInnerOneTells) {
  // In the second run, which is asked for the outer end, too, it hangs.
  const auto binary =
      build_test(request("if (access(\"again\", F_OK) == 0) pause(); fclose(fopen(\"again\", \"w\")); deeper(1);"));
  ASSERT_TRUE(binary) << binary.error().message;
  const auto end = run_test(
      {.binary = *binary, .scratch = dir_ / "run", .readable = {dir_}, .time_limit = std::chrono::seconds(15)});
  ASSERT_TRUE(end) << end.error().message;
  ASSERT_TRUE(end->crash) << end->otherwise;
  EXPECT_EQ(end->crash->kind, CrashKind::kStackOverflow);
}

TEST_F(CheckTest, WhereTheInnerEndOfAStackIsTheReportedOneTheOuterOneIsNotLookedFor) {
  // A second run would find nothing.
  CheckRequest wanted =
      request("if (access(\"again\", F_OK) == 0) return; fclose(fopen(\"again\", \"w\")); deeper(1);");
  const CrashReport exhausted = *read_crash_report(
      "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7ffe0000 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
      "    #0 0x1 in deeper(int) /src/subject.cpp:15:40\n"
      "    #1 0x2 in deeper(int) /src/subject.cpp:15:40\n"
      "    #2 0x3 in deeper(int) /src/subject.cpp:15:40\n",
      "report.txt");
  wanted.report = &exhausted;
  wanted.frames = 3;
  wanted.runs = 1;
  const auto verdict = check(wanted);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->status, VerdictStatus::kReproduced) << verdict->difference;
}

TEST(RunTest, TheFaultAddressDecidesBetweenNullAndWild) {
  CrashReport observed;
  observed.kind = CrashKind::kWildAccess;
  refine_by_fault_address(observed, "x\nREENACT-FAULT 0x18 1\n");
  EXPECT_EQ(observed.kind, CrashKind::kNullDereference);
  refine_by_fault_address(observed, "REENACT-FAULT 0x0 128\n");
  EXPECT_EQ(observed.kind, CrashKind::kWildAccess);
  observed.kind = CrashKind::kAbort;
  refine_by_fault_address(observed, "REENACT-FAULT 0x0 1\n");
  EXPECT_EQ(observed.kind, CrashKind::kAbort);
}

TEST_F(CheckTest, APrecompiledHeaderThatDoesNotFitIsLeftOut) {
  CheckRequest wanted = request("read(4);");
  fs::create_directories(dir_);
  wanted.build.precompiled_gtest = dir_ / "gtest.pch";
  std::ofstream(wanted.build.precompiled_gtest) << "of another compiler";
  const auto verdict = check(wanted);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->status, VerdictStatus::kReproduced);
}

/// What sanitizers find first in that statement's run, beside the report's crash.
class EarlierFindingTest : public CheckTest {
 protected:
  std::optional<EarlierFinding> in(const std::string& statement) {
    CheckRequest wanted = request(statement);
    fs::create_directories(dir_);
    const fs::path object = dir_ / "sanitized.o";
    const std::string flags = "-fsanitize=address";
    Compiled::run("clang++-19 -g -O0 " + flags + " -c -o " + object.string() + " " + compiled().source().string());
    wanted.build.objects = {object};
    wanted.build.compile_flags.push_back(flags);
    wanted.build.link_flags.push_back(flags);
    wanted.small_gtest = REENACT_SOURCE_DIR "/src/check/small_gtest";
    const auto found = earlier_finding(wanted, report_);
    EXPECT_TRUE(found) << found.error().message;
    return found.value_or(std::nullopt);
  }
};

TEST_F(EarlierFindingTest, TheCrashItselfIsNone) { EXPECT_FALSE(in("read(4);")); }

TEST_F(EarlierFindingTest, OfTheTestsMaking) {
  const auto found = in("int* two = new int[2]; volatile int five = 5; two[five] = 1; read(4);");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_of_the_test);
}

TEST_F(EarlierFindingTest, AnAbortIsKnownByItsPlace) {
  report_ = *read_crash_report(
      "app: subject.cpp:12: void say(const char *, int): Assertion `how > 3' failed.\n"
      "#0  abort () at abort.c:79\n#1  say (forged=0x1, how=0) at subject.cpp:12\n#2  main () at main.cpp:3\n",
      "r");
  EXPECT_FALSE(in("say(\"\", 0);"));
  const auto other = in("refuse(6);");
  ASSERT_TRUE(other);
  EXPECT_THAT(other->words, testing::HasSubstr("refuse (subject.cpp"));
}

TEST_F(EarlierFindingTest, WhatTheSmallGtestLacksTheRealOneHas) {
  EXPECT_FALSE(in("EXPECT_NE(new int, nullptr); read(4);"));
  EXPECT_TRUE(in("int* two = new int[2]; EXPECT_NE(two, nullptr); volatile int five = 5; two[five] = 1; read(4);"));
}

/// That it has two elements only the test knows, if anybody told how many it takes.
TEST_F(EarlierFindingTest, BeyondMemoryOfTheTestsInAnEarlierCall) {
  report_.frames.push_back({.function = "TestBody", .file = "crash_test.cpp", .line = Line(1000u)});
  const auto found = in("beyond(new int[2]);\n  read(4);");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_of_the_test);
  EXPECT_EQ(found->words, "heap buffer overflow in beyond (subject.cpp:14), of memory that the test made");
}

TEST_F(EarlierFindingTest, AnotherBugOfTheSubject) {
  const auto found = in("beyond(new int[2]); read(4);");
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_of_the_test);
  EXPECT_EQ(found->words, "heap buffer overflow in beyond (subject.cpp:14)");
}

}  // namespace
}  // namespace reenact
