#include "goal/statement_lines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"

namespace reenact {
namespace {

/// A file with that text while it lives.
struct Source {
  explicit Source(const std::string& text, const std::string& extension = ".cpp")
      : file(std::filesystem::temp_directory_path() / ("statement-lines-" + std::to_string(::getpid()) + extension)) {
    EXPECT_TRUE(write_file(file, text));
  }
  ~Source() { std::filesystem::remove(file); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  [[nodiscard]] bool are_one(unsigned a, unsigned b) const {
    return StatementLines().are_one_statement(file.string(), Line(a), Line(b));
  }

  std::filesystem::path file;
};

TEST(StatementLines, EndWhereTheStatementDoes) {
  const Source source(
      "int f(int a) {\n"             // 1
      "  return take(a,  // one;\n"  // 2
      "              \"};\",\n"      // 3
      "              a);\n"          // 4
      "  int b = a;\n"               // 5
      "  for (int i = 0;\n"          // 6
      "       i < b; ++i)\n"         // 7
      "    take(i, 0, 0);\n"         // 8
      "}\n");
  EXPECT_TRUE(source.are_one(2, 4));
  EXPECT_TRUE(source.are_one(4, 2));
  EXPECT_TRUE(source.are_one(6, 7));
  EXPECT_FALSE(source.are_one(1, 2));
  EXPECT_FALSE(source.are_one(4, 5));
  EXPECT_FALSE(source.are_one(8, 9));
  EXPECT_FALSE(source.are_one(8, 12)) << "no such line";
  EXPECT_FALSE(StatementLines().are_one_statement("/nowhere.c", Line(1u), Line(2u)));
}

TEST(StatementLines, GoOnBehindABraceAndThroughBracesInBrackets) {
  const Source source(
      "void f(int a) {\n"          // 1
      "  if (a) {\n"               // 2
      "  } else if (g(a) &&\n"     // 3
      "             g(1)) {\n"     // 4
      "  }\n"                      // 5
      "  take({a,\n"               // 6
      "        1}, [](int b) {\n"  // 7
      "    h(b);\n"                // 8
      "    h(1);\n"                // 9
      "  }, 'x', 1'000,\n"         // 10
      "    /* } */ a);\n"          // 11
      "}\n");
  EXPECT_TRUE(source.are_one(3, 4));
  EXPECT_TRUE(source.are_one(6, 11));
  EXPECT_FALSE(source.are_one(2, 3));
  EXPECT_FALSE(source.are_one(8, 9));
  EXPECT_FALSE(source.are_one(4, 5));
}

TEST(StatementLines, ReceiversOfArguments) {
  const Source source(
      "int f(const int* t, int i) {\n"      // 1
      "  return largest(at(t, i),  // (\n"  // 2
      "                 at(t,\n"            // 3
      "                    t[0]),\n"        // 4
      "                 at(t, 1)\n"         // 5
      "                     + 1);\n"        // 6
      "}\n");
  const std::vector<SourcePlace> calls{{Line(2u), 10}, {Line(2u), 18}, {Line(3u), 18}, {Line(5u), 18}};
  StatementLines statements;
  const std::string file = source.file.string();
  EXPECT_EQ(statements.receivers_of_call(file, {Line(3u), 18}, calls), std::vector{Line(2u)});
  EXPECT_EQ(statements.receivers_of_call(file, {Line(5u), 18}, calls), std::vector<Line>());
  EXPECT_EQ(statements.receivers_of_values(file, Line(4u), calls), (std::vector{Line(3u), Line(2u)}));
  EXPECT_EQ(statements.receivers_of_values(file, Line(6u), calls), std::vector<Line>());
  EXPECT_EQ(statements.receivers_of_call("/nowhere.c", {Line(3u), 18}, calls), std::vector<Line>());
  for (const Line none : {Line(0u), Line(900u)})
    EXPECT_EQ(statements.receivers_of_values(file, none, calls), std::vector<Line>());
}

TEST(StatementLines, AnArmInCxxMeansTheLineOfItsQuestionMark) {
  const std::string text =
      "int f(const S* s, bool b) {\n"  // 1
      "  return b\n"                   // 2
      "             ? 1\n"             // 3
      "             : s->a;\n"         // 4
      "}\n";
  const Source source(text);
  EXPECT_EQ(StatementLines().receivers_of_values(source.file.string(), Line(4u), {}), std::vector{Line(3u)});
  const Source in_c(text, ".c");
  EXPECT_EQ(StatementLines().receivers_of_values(in_c.file.string(), Line(4u), {}), std::vector<Line>());
}

}  // namespace
}  // namespace reenact
