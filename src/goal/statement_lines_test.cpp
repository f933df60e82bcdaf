#include "goal/statement_lines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"

namespace reenact {
namespace {

TEST(StatementLines, EndWhereTheStatementDoes) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("statement-lines-" + std::to_string(::getpid()) + ".c");
  ASSERT_TRUE(write_file(file,
                         "int f(int a) {\n"             // 1
                         "  return take(a,  // one;\n"  // 2
                         "              \"};\",\n"      // 3
                         "              a);\n"          // 4
                         "  int b = a;\n"               // 5
                         "  for (int i = 0;\n"          // 6
                         "       i < b; ++i)\n"         // 7
                         "    take(i, 0, 0);\n"         // 8
                         "}\n"));
  StatementLines statements;
  const auto are_one = [&](unsigned a, unsigned b) {
    return statements.are_one_statement(file.string(), Line(a), Line(b));
  };
  EXPECT_TRUE(are_one(2, 4));
  EXPECT_TRUE(are_one(4, 2));
  EXPECT_TRUE(are_one(6, 7));
  EXPECT_FALSE(are_one(1, 2));
  EXPECT_FALSE(are_one(4, 5));
  EXPECT_FALSE(are_one(8, 9));
  EXPECT_FALSE(are_one(8, 12)) << "no such line";
  EXPECT_FALSE(statements.are_one_statement("/nowhere.c", Line(1u), Line(2u)));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace reenact
