#include "goal/find_frames.h"

#include <gtest/gtest.h>

#include "crash/reader.h"

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
  EXPECT_TRUE(no_function->missing.starts_with("the subject has no function opens\n  nearest names: open,"))
      << no_function->missing;
}

}  // namespace
}  // namespace reenact
