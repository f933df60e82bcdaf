#include "goal/find_frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "crash/match.h"
#include "crash/reader.h"
#include "crash/trace_match.h"

namespace reenact {
namespace {

Function function(unsigned id, const char* name, unsigned first, unsigned brace,
                  std::vector<std::vector<Line>> blocks) {
  Function made;
  made.id = FunctionId(id);
  made.linkage_name = made.name = name;
  made.file = "/p/src/shelf.c";
  made.first_line = Line(first);
  made.brace_line = Line(brace);
  for (std::vector<Line>& lines : blocks) made.blocks.push_back(Block{.lines = std::move(lines)});
  made.last_line = made.blocks.back().lines.back();
  return made;
}

/// int take(int* from,        10
///          int at)
/// {                          12
///   // a comment, a blank line
///   return from[at];         15
/// }
/// int open(int* from) {      20
///   return take(from, 1);    21
/// }
ProgramModel program() {
  ProgramModel result;
  result.functions = {function(0, "take", 10, 12, {{Line(15u)}}), function(1, "open", 20, 20, {{Line(21u)}})};
  return result;
}

CrashReport trace(unsigned take_line, const std::string& outer) {
  const auto report = read_crash_report("#0  0x1 in take (from=0x0) at src/shelf.c:" + std::to_string(take_line) +
                                            "\n#1  0x2 in " + outer + "\n#2  0x3 in main () at m.c:1\n",
                                        "bt");
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(CrashReport());
}

const std::string kOpen = "open (from=0x0) at src/shelf.c:21";

std::string error_of(const CrashReport& report) {
  const auto found = find_frames(report, program());
  return found ? "" : found.error().message;
}

TEST(FindFrames, ThatAreThereAreFound) {
  const auto found = find_frames(trace(15, kOpen), program());
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->frames.size(), 2u);
  EXPECT_EQ(found->frames[0].function, FunctionId(0u));
  EXPECT_EQ(found->frames[1].line, Line(21u));
  EXPECT_EQ(found->missing, "");
}

TEST(FindFrames, AnExhaustedStackIsToldAtTheNameOrTheBrace) {
  EXPECT_EQ(error_of(trace(10, kOpen)), "");
  EXPECT_EQ(error_of(trace(12, kOpen)), "");
}

TEST(FindFrames, ALineWithoutCodeIsOfAnotherVersion) {
  for (const unsigned line : {9u, 11u, 13u, 14u, 16u})
    EXPECT_EQ(error_of(trace(line, kOpen)),
              "the report fits another version: take is at /p/src/shelf.c:10-15 here, without code at line " +
                  std::to_string(line) + "\n  next step: give the sources the report was made with");
}

TEST(FindFrames, WhyOuterFramesAreMissingIsTold) {
  const auto other_line = find_frames(trace(15, "open (from=0x0) at src/shelf.c:19"), program());
  ASSERT_TRUE(other_line);
  EXPECT_EQ(other_line->frames.size(), 1u);
  EXPECT_EQ(other_line->missing,
            "the report fits another version: open is at /p/src/shelf.c:20-21 here, without code at line 19\n"
            "  next step: give the sources the report was made with");
  const auto no_function = find_frames(trace(15, "opens (from=0x0) at src/shelf.c:21"), program());
  ASSERT_TRUE(no_function);
  EXPECT_EQ(no_function->frames.size(), 1u);
  EXPECT_TRUE(no_function->missing.starts_with("the project has no function opens\n  nearest names: open,"))
      << no_function->missing;
}

/// A frame of the subject.
Frame frame(const std::string& name, const std::string& file, unsigned line) {
  return {.function = name, .file = file, .line = Line(line)};
}

// What stands for Job may have no copy constructor at all.
TEST(FindFrames, MembersOfAReportersTypeInATemplateAreLeftOut) {
  ProgramModel here = program();
  here.functions[0].linkage_name = here.functions[0].name = "_ZN5ShelfIiE4takeEv";
  CrashReport report;
  report.frames = {frame("Job::Job(Job const&)", "/home/eva/shop.cpp", 7),
                   frame("Shelf<Job>::take()", "/p/src/shelf.c", 15), frame("main", "/home/eva/shop.cpp", 9)};
  report.access_size = 8;
  const auto found = find_frames(report, here);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->of_others, (std::vector{FrameIndex(0u)}));
  ASSERT_EQ(found->frames.size(), 1u);
  complete_report(report, *found, here);
  EXPECT_EQ(report.frames[0].owner, FrameOwner::kSystem);
  EXPECT_EQ(report.access_size, 0u) << "an int has another";
}

TEST(FindFrames, ACallbackOfTheReportersThatCrashesIsNamed) {
  CrashReport report;
  report.frames = {frame("on_take", "/home/eva/shop.c", 7), frame("take", "/p/src/shelf.c", 15),
                   frame("main", "/home/eva/shop.c", 9)};
  EXPECT_EQ(
      error_of(report),
      "what crashed is not the project's: on_take (shop.c:7), which take calls back\n  next step: if shop.c is part "
      "of the project, add it to the compilation database; what crashes in a callback of the reporter's own cannot "
      "be reproduced");
}

TEST(FindFrames, ACallersFileMayBeCalledLikeOneOfTheSubjects) {
  CrashReport report;
  report.frames = {frame("take", "/build/lib/src/shelf.c", 15), frame("open", "/build/lib/src/shelf.c", 21),
                   frame("shop", "/build/app/src/shelf.c", 8), frame("walk", "/build/app/town.c", 9)};
  ProgramModel here = program();
  for (Function& function : here.functions) function.file = "/home/me/lib/src/shelf.c";
  const auto found = find_frames(report, here);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->frames.size(), 2u);
  EXPECT_EQ(found->missing, "");
  EXPECT_EQ(found->of_the_program, (std::vector{FrameIndex(2u), FrameIndex(3u)}));
  report.others = {{OtherStack::Role::kFreed,
                    {frame("open", "/build/lib/src/shelf.c", 21), frame("shop", "/build/app/src/shelf.c", 9)}}};
  complete_report(report, *found, here);
  EXPECT_EQ(report.subject_frames().size(), 2u);
  EXPECT_EQ(report.others[0].frames[0].owner, FrameOwner::kSubject);
  EXPECT_EQ(report.others[0].frames[1].owner, FrameOwner::kDriver);
}

TEST(FindFrames, AProjectsHeaderOfWhichNothingIsInstantiatedIsNotTheUsersProgram) {
  ProgramModel here = program();
  CrashReport report;
  report.frames = {frame("take", "/r/src/shelf.c", 15), frame("each<int>", "/r/src/each.h", 4),
                   frame("use", "/r/app/use.c", 7)};
  EXPECT_EQ(find_frames(report, here)->of_the_program.size(), 2u);
  here.headers = {"/p/src/each.h"};
  const auto found = find_frames(report, here);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->of_the_program.size(), 1u);
  EXPECT_TRUE(found->missing.starts_with(
      "each is a template, and nothing here makes an instance of it like the report's: each<int>\n  next step: add"))
      << found->missing;
}

TEST(FindFrames, AnOverloadOfWhichNothingIsInstantiatedIsNoOtherVersion) {
  ProgramModel here = program();
  here.functions.push_back(function(2, "each", 47, 47, {{Line(52u)}}));
  here.functions.back().file = "/p/src/each.h";
  here.headers = {"/p/src/each.h"};
  CrashReport report;
  report.frames = {frame("take", "/r/src/shelf.c", 15), frame("each<int>", "/r/src/each.h", 42)};
  EXPECT_THAT(find_frames(report, here)->missing, testing::StartsWith("each is a template, and nothing here makes"));
  report.frames[1].line = Line(50u);
  EXPECT_THAT(find_frames(report, here)->missing, testing::StartsWith("the report fits another version: each is at"));
}

TEST(FindFrames, WhatOneLineCallsNothingWasLeftOutOf) {
  ProgramModel here = program();
  CrashReport report;
  report.frames = {frame("take", "shelf.c", 15), frame("open", "shelf.c", 21)};
  EXPECT_FALSE(find_frames(report, here)->frames[0].is_called_directly);
  here.functions[1].calls = {{BlockId(0u), Line(21u), "take", ""}};
  const auto found = find_frames(report, here);
  EXPECT_TRUE(found->frames[0].is_called_directly);
  complete_report(report, *found, here);
  EXPECT_TRUE(report.frames[0].is_called_directly);
  here.functions[1].calls = {{BlockId(0u), Line(21u), "", "i32 (ptr)"}};
  EXPECT_FALSE(find_frames(report, here)->frames[0].is_called_directly);
  here.functions[0].signature = "i32 (ptr)";
  here.functions[0].is_address_taken = true;
  EXPECT_TRUE(find_frames(report, here)->frames[0].is_called_directly) << "through a pointer";
  here.functions.push_back(here.functions[0]);
  here.functions[2].linkage_name = "give";
  EXPECT_FALSE(find_frames(report, here)->frames[0].is_called_directly) << "or another function, whose tail call it is";
}

TEST(FindFrames, WhatTheNumbersSkipWasLeftOut) {
  ProgramModel here = program();
  here.functions[1].calls = {{BlockId(0u), Line(21u), "take", ""}};
  CrashReport report;
  report.frames = {frame("take", "shelf.c", 15), frame("open", "shelf.c", 21)};
  report.frames[0].number = 4;
  report.frames[1].number = 8;
  auto found = find_frames(report, here);
  EXPECT_EQ(found->frames[0].left_out, 3u);
  EXPECT_FALSE(found->frames[0].is_called_directly) << "another call of it may be between";
  complete_report(report, *found, here);
  EXPECT_EQ(report.frames[0].left_out, 3u);
  report.kind = CrashKind::kStackOverflow;
  EXPECT_EQ(find_frames(report, here)->frames[0].left_out, kAnyNumber) << "how deep it was depends on the build";
  report.frames[1].number = 5;
  EXPECT_EQ(find_frames(report, here)->frames[0].left_out, 0u);
}

/// `take` and another function are what a pointer may hold that `open` calls.
ProgramModel program_with_pointer() {
  ProgramModel result = program();
  result.functions[0].signature = "i32 (ptr, i32)";
  result.functions[0].is_address_taken = true;
  result.functions.push_back(result.functions[0]);
  result.functions[2].linkage_name = "give";
  result.functions[1].calls = {{BlockId(0u), Line(21u), "", "i32 (ptr, i32)"}};
  return result;
}

CrashReport report_of(const std::string& text) {
  auto report = read_crash_report(text, "report");
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(CrashReport());
}

/// Does nothing lie between the two innermost frames, since the report is of an unoptimised build?
bool is_whole(const std::string& text, const ProgramModel& program) {
  CrashReport report = report_of(text);
  const auto found = find_frames(report, program);
  if (!found || found->frames.size() < 2) {
    ADD_FAILURE() << text;
    return false;
  }
  complete_report(report, *found, program);
  EXPECT_EQ(report.is_unoptimised, found->is_unoptimised);
  EXPECT_EQ(report.frames[report.subject_frames()[0].index()].is_called_directly, found->is_unoptimised);
  return found->is_unoptimised;
}

TEST(FindFrames, ADebuggerThatKnowsEveryValueTellsOfAnUnoptimisedBuild) {
  const ProgramModel here = program_with_pointer();
  const std::string opens = "#1  0x2 in open (from=0x1, size=4) at shelf.c:21\n#2  0x3 in main () at m.c:1\n";
  EXPECT_TRUE(is_whole("#0  0x1 in take (from=0x1, at=7) at shelf.c:15\n" + opens, here));
  EXPECT_FALSE(is_whole("#0  0x1 in take (from=0x1, at=<optimized out>) at shelf.c:15\n" + opens, here));
  EXPECT_FALSE(is_whole("#0  0x1 in take (from=from@entry=0x1, at=7) at shelf.c:15\n" + opens, here));
  EXPECT_FALSE(is_whole("#0  0x1 in take (from=..., at=...) at shelf.c:15\n" + opens, here)) << "nothing is told";
  EXPECT_FALSE(
      is_whole("#0  take (from=0x1, at=7) at shelf.c:15\n#1  open (from=0x1, size=4) at shelf.c:21\n"
               "#2  0x3 in main () at m.c:1\n",
               here))
      << "open was inlined";
}

TEST(FindFrames, WhatAnyOptimiserInlinesTellsOfAnUnoptimisedBuild) {
  const ProgramModel here = program_with_pointer();
  const auto trace = [](const std::string& innermost, const std::string& take, const std::string& open) {
    return "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x5\n    #0 " + innermost +
           " in std::vector<int>::operator[](unsigned long) /usr/include/c++/12/bits/stl_vector.h:1123:9\n    #1 " +
           take + " in take /p/src/shelf.c:15:3\n    #2 " + open +
           " in open /p/src/shelf.c:21:3\n    #3 0x9 in main m.c:1:1\n\n";
  };
  EXPECT_TRUE(is_whole(trace("0x1", "0x2", "0x3"), here));
  EXPECT_FALSE(is_whole(trace("0x2", "0x2", "0x3"), here)) << "it was inlined";
  EXPECT_FALSE(is_whole(trace("0x1", "0x2", "0x2"), here)) << "take was inlined";
}

TEST(FindFrames, AStaticFunctionThatOneLineCallsTellsOfAnUnoptimisedBuild) {
  ProgramModel here = program_with_pointer();
  here.functions.push_back(function(3, "shake", 30, 30, {{Line(31u)}}));
  here.functions[3].is_internal = true;
  here.functions[0].calls = {{BlockId(0u), Line(15u), "shake", ""}};
  const std::string text =
      "app: shelf.c:31: shake: Assertion `x' failed.\n#0  0x1 in shake () at shelf.c:31\n"
      "#1  0x2 in take (from=...) at shelf.c:15\n#2  0x3 in open () at shelf.c:21\n#3  0x4 in main () at m.c:1\n";
  const auto is_known = [&] {
    const auto found = find_frames(report_of(text), here);
    return found && found->is_unoptimised && found->frames[1].is_called_directly;
  };
  EXPECT_TRUE(is_known());
  here.functions[2].calls = here.functions[0].calls;
  EXPECT_FALSE(is_known()) << "two lines call it";
  here.functions[2].calls.clear();
  here.functions[3].is_internal = false;
  EXPECT_FALSE(is_known()) << "others may call it";
}

TEST(FindFrames, WhatHasNoNameMayLieBetweenInAnUnoptimisedBuild) {
  const ProgramModel here = program_with_pointer();
  const auto nothing_between = [&](const std::string& between, const std::string& number) {
    const auto found = find_frames(report_of("#0  0x1 in take (from=0x1, at=7) at shelf.c:15\n" + between + "#" +
                                             number + "  0x2 in open (from=0x1, size=4) at shelf.c:21\n"),
                                   here);
    EXPECT_TRUE(found && found->is_unoptimised);
    return found && found->frames[0].is_called_directly;
  };
  EXPECT_TRUE(nothing_between("", "1"));
  EXPECT_FALSE(nothing_between("#1  0x7 in ?? ()\n", "2"));
  EXPECT_FALSE(nothing_between("", "2")) << "who pasted it left a frame out";
}

TEST(FindFrames, LinesOfOtherFilesAreTheFunctionsToo) {
  ProgramModel here = program();
  here.functions[0].blocks[0].other_lines = {{"/p/src/shelf.y", Line(4u)}};
  CrashReport report;
  report.frames = {frame("take", "shelf.y", 4), frame("open", "shelf.c", 21)};
  const auto found = find_frames(report, here);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->frames[0].function, FunctionId(0u));
  EXPECT_EQ(found->frames[0].blocks, std::vector{BlockId(0u)});
  report.frames[0].line = Line(15u);
  EXPECT_FALSE(find_frames(report, here)) << "that is a line of shelf.c";
}

TEST(FindFrames, ADeletingDestructorIsTheOneAroundItself) {
  ProgramModel here;
  here.functions = {function(0, "_ZN5shelfD2Ev", 10, 10, {{Line(11u)}, {Line(12u)}}),
                    function(1, "_ZN5shelfD0Ev", 10, 10, {{Line(10u)}}), function(2, "drop", 20, 20, {{Line(21u)}})};
  here.functions[1].calls = {{BlockId(0u), Line(10u), "_ZN5shelfD1Ev", ""}};
  for (const unsigned line : {10u, 12u}) {  // as clang and as gcc number it
    CrashReport report;
    report.frames = {frame("shelf::~shelf()", "shelf.c", 11), frame("shelf::~shelf()", "shelf.c", line),
                     frame("drop(shelf*)", "shelf.c", 21)};
    const auto found = find_frames(report, here);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->frames.size(), 3u);
    EXPECT_EQ(found->frames[0].function, FunctionId(0u));
    EXPECT_EQ(found->frames[1].function, FunctionId(1u));
    EXPECT_EQ(found->frames[1].line, Line(10u));
    EXPECT_TRUE(found->frames[1].is_variant);
    EXPECT_TRUE(found->frames[0].is_called_directly);
  }
}

TEST(FindFrames, WhoFreesAnObjectMayBeItsDeletingDestructor) {
  ProgramModel here;
  here.functions = {function(0, "_ZN5shelfD2Ev", 10, 10, {{Line(10u)}}),
                    function(1, "_ZN5shelfD0Ev", 10, 10, {{Line(10u)}})};
  CrashReport report;
  report.others = {{.role = OtherStack::Role::kFreed, .frames = {frame("shelf::~shelf()", "shelf.c", 10)}}};
  const auto freed_by = find_deed(report, OtherStack::Role::kFreed, here);
  ASSERT_EQ(freed_by.size(), 1u);
  EXPECT_EQ(freed_by[0].function, FunctionId(0u));
  EXPECT_EQ(freed_by[0].twins, std::vector{FunctionId(1u)});
}

TEST(FindFrames, OfInstantiationsThatFitAllAreMeant) {
  ProgramModel here;
  here.functions = {function(0, "_ZN4ringIiE3popEv", 10, 10, {{Line(11u)}}),
                    function(1, "_ZN4ringIdE3popEv", 10, 10, {{Line(11u)}}), function(2, "run", 20, 20, {{Line(21u)}})};
  for (Function& each : here.functions) each.name = each.linkage_name;
  here.functions[2].calls = {{BlockId(0u), Line(21u), "_ZN4ringIdE3popEv", ""}};
  CrashReport report;
  report.frames = {frame("ring::pop", "shelf.c", 11), frame("run", "shelf.c", 21)};
  const auto found = find_frames(report, here);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->frames[0].twins.size(), 1u);
}

TEST(FindFrames, ArgumentsThatGccNumbersLikeTheCallThatGetsThem) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("find-frames-" + std::to_string(::getpid()) + ".c");
  ASSERT_TRUE(write_file(file,
                         "int open(int* from) {\n"
                         "  return larger(take(from, 0),\n"
                         "                take(from, 1))\n"
                         "         + take(from, 2);\n"
                         "}\n"));
  ProgramModel here;
  here.functions = {function(0, "take", 10, 12, {{Line(15u)}}),
                    function(1, "open", 1, 1, {{Line(2u), Line(3u), Line(4u)}})};
  here.functions[1].file = file.string();
  here.functions[1].calls = {{BlockId(0u), Line(2u), "larger", "", 10},
                             {BlockId(0u), Line(2u), "take", "", 17},
                             {BlockId(0u), Line(3u), "take", "", 17},
                             {BlockId(0u), Line(4u), "take", "", 12}};
  CrashReport report;
  report.frames = {frame("take", "shelf.c", 15), frame("open", file.string(), 2)};
  const auto lines = [&] {
    const auto found = find_frames(report, here);
    EXPECT_TRUE(found) << found.error().message;
    std::vector<Line> result{found->frames[1].line};
    result.insert(result.end(), found->frames[1].other_lines.begin(), found->frames[1].other_lines.end());
    return result;
  };
  EXPECT_EQ(lines(), (std::vector{Line(2u), Line(3u)})) << "not the one in line 4, which is no argument";
  CrashReport observed = report;
  observed.frames[1].line = Line(3u);
  complete_report(report, *find_frames(report, here), here);
  EXPECT_TRUE(same_place(report.frames[1], observed.frames[1]));
  report.frames[1].line = Line(3u);
  EXPECT_EQ(lines(), std::vector{Line(3u)}) << "a sibling";
  report.frames[1].line = Line(4u);
  EXPECT_EQ(lines(), std::vector{Line(4u)}) << "a sibling";
  report.frames[1].line = Line(2u);
  report.frames[1].column = 17;  // clang's
  EXPECT_EQ(lines(), std::vector{Line(2u)});
  std::filesystem::remove(file);
}

TEST(FindFrames, AnotherCompilersLineOfTheSameStatement) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("find-frames-" + std::to_string(::getpid()) + ".c");
  ASSERT_TRUE(write_file(file, "int open(int* from) {\n  return take(from,\n              1);\n}\n"));
  ProgramModel here;
  here.functions = {function(0, "take", 10, 12, {{Line(15u)}}), function(1, "open", 1, 1, {{Line(2u)}})};
  here.functions[1].file = file.string();
  here.functions[1].calls = {{BlockId(0u), Line(2u), "take", ""}};
  CrashReport report;
  report.frames = {frame("take", "shelf.c", 15), frame("open", file.string(), 3)};
  const auto found = find_frames(report, here);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->frames.size(), 2u) << found->missing;
  EXPECT_EQ(found->frames[1].line, Line(2u));
  report.frames[1].column = 7;  // clang's
  EXPECT_EQ(find_frames(report, here)->frames.size(), 1u);
  std::filesystem::remove(file);
}

TEST(FindFrames, OfAnotherLibraryAreNotTheProjects) {
  auto report = read_crash_report(
      "#0  0x1 in nlohmann::basic_json::find (key=0x0) at /usr/include/nlohmann/json.hpp:7\n"
      "#1  0x1 in take (from=0x0) at src/shelf.c:15\n#2  0x2 in nlohmann::visit (key=0x0) at "
      "/usr/include/nlohmann/json.hpp:9\n"
      "#3  0x2 in " +
          kOpen + "\n#4  0x3 in main () at m.c:1\n",
      "bt");
  ASSERT_TRUE(report) << report.error().message;
  const auto found = find_frames(*report, program());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->frames.size(), 2u);
  EXPECT_EQ(found->of_others, (std::vector{FrameIndex(0u), FrameIndex(2u)}));
  complete_report(*report, *found, program());
  EXPECT_EQ(report->subject_frames().size(), 2u);

  // The verdict's run shows them, too, or others of that library.
  CrashReport seen = *report;
  seen.files_of_other_libraries.clear();
  for (Frame& frame : seen.frames)
    if (frame.file.ends_with("json.hpp")) frame.owner = FrameOwner::kSubject;
  seen.frames.front().function = "nlohmann::basic_json::count";
  EXPECT_TRUE(match(*report, seen, 2).same);
}

}  // namespace
}  // namespace reenact
