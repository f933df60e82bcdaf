// What the pass writes, read back, and the pass itself on a small program: every fault is asleep until it is awakened.
#include "explore/mutants.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "base/files.h"
#include "base/process.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

Function function(std::uint32_t id, const std::string& file, std::uint32_t first, std::uint32_t last) {
  Function result;
  result.id = FunctionId(id);
  result.file = file;
  result.first_line = Line(first);
  result.last_line = Line(last);
  return result;
}

TEST(Mutants, AreThoseOfTheUnitEachOnce) {
  ProgramModel program;
  program.functions = {function(0, "/p/a.c", 1, 5), function(1, "/p/a.c", 6, 9)};
  const std::string text =
      "7\t/p/a.c\t4\t2\t< becomes <=\n"
      "9\t/p/a.c\t2\t8\t+ becomes -\n"
      "7\t/p/a.c\t4\t2\t< becomes <=\n"
      "11\t/p/a.c\t7\t1\t+ becomes -\n"
      "no number\t/p/a.c\t1\t1\tx\n";
  const std::vector<Mutant> mutants = read_mutants(text, program, {FunctionId(0u)});
  ASSERT_EQ(mutants.size(), 2);
  EXPECT_EQ(mutants[0].number, 9);
  EXPECT_EQ(mutants[1].what, "< becomes <=");
  EXPECT_EQ(mutants[1].column, 2);
}

TEST(Mutants, SleepUntilTheyAreChosen) {
  const fs::path folder = fs::path(testing::TempDir()) / ("mutants_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const fs::path source = folder / "p.c", program = folder / "p", list = folder / "list";
  ASSERT_TRUE(write_file(source,
                         "#include <stdio.h>\n"
                         "unsigned long long reenact_mutant;\n"
                         "static int price(int n) {\n"
                         "  if (n < 3) return 10;\n"
                         "  return n * 4;\n"
                         "}\n"
                         "static void tell(int n) { printf(\"%d \", price(n)); }\n"
                         "int main(int argc, char **argv) {\n"
                         "  for (; scanf(\"%llu\", &reenact_mutant) == 1; puts(\"\")) { tell(2); tell(3); }\n"
                         "}\n"));
  const auto built =
      run_process({"clang-19", "-O0", "-gline-tables-only", "-fno-discard-value-names",
                   "-fpass-plugin=" REENACT_BINARY_DIR "/lib/reenact/libreenact_mutation_pass.so", source.string(),
                   "-o", program.string()},
                  {.environment = {"REENACT_MUTATED=" + source.string(), "REENACT_MUTANTS_OUT=" + list.string()}});
  ASSERT_TRUE(built && built->exit_status == 0) << built->err;
  ProgramModel model;
  model.functions = {function(0, source, 3, 7)};
  const std::vector<Mutant> mutants = read_mutants(*read_file(list), model, {FunctionId(0u)});
  std::set<std::string> kinds;
  std::string numbers = "0\n";
  for (const Mutant& each : mutants) {
    kinds.insert(each.what);
    numbers += std::to_string(each.number) + "\n";
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"< becomes <=", "10 becomes 11", "* becomes +"}));
  ASSERT_TRUE(write_file(folder / "in", numbers));
  const auto ran = run_process({"sh", "-c", program.string() + " < " + (folder / "in").string()});
  ASSERT_TRUE(ran);
  EXPECT_TRUE(ran->out.starts_with("10 12 \n")) << ran->out;
  for (const char* line : {"10 10 \n", "11 12 \n", "10 7 \n"}) EXPECT_TRUE(ran->out.contains(line)) << line << ran->out;
  fs::remove_all(folder);
}

}  // namespace
}  // namespace reenact
