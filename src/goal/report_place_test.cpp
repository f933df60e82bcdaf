#include "goal/report_place.h"

#include <gtest/gtest.h>

#include "crash/reader.h"

namespace reenact {
namespace {

Function function(const char* name, unsigned first, unsigned last, std::vector<Line> lines) {
  Function made;
  made.linkage_name = name;
  made.file = "/p/src/bits.c";
  made.first_line = Line(first);
  made.last_line = Line(last);
  made.blocks.push_back(Block{.lines = std::move(lines)});
  return made;
}

ProgramModel program_of_three() {
  ProgramModel result;
  result.functions = {function("outer", 1, 20, {Line(2u), Line(6u)}), function("inner", 5, 7, {Line(6u)}),
                      function("other", 30, 40, {Line(31u)})};
  return result;
}

TEST(ReportPlace, IsTheInnermostFunctionWithCodeThere) {
  auto report = read_crash_report("bits.c:6:23: runtime error: shift exponent 36 is too large for 32-bit type\n", "r");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_TRUE(name_function_of_place(*report, program_of_three()));
  EXPECT_EQ(report->frames.at(0).function, "inner");
  EXPECT_EQ(report->subject_frames().size(), 1u);
}

TEST(ReportPlace, WithoutCodeThereTheReportIsOfSomethingElse) {
  auto report = read_crash_report("bits.c:35:3: runtime error: shift exponent 36 is too large for 32-bit type\n", "r");
  ASSERT_TRUE(report);
  const auto named = name_function_of_place(*report, program_of_three());
  ASSERT_FALSE(named);
  EXPECT_EQ(named.error().message,
            "no function of the project has code at bits.c:35\n  next step: is this the right project, and its right "
            "version?");
}

}  // namespace
}  // namespace reenact
