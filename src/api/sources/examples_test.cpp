#include "api/sources/examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ReadExamples : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    const fs::path file = project_ / name;
    ASSERT_TRUE(make_folder(file.parent_path()));
    ASSERT_TRUE(write_file(file, text));
  }

  ScratchFolder scratch_ = *ScratchFolder::make(fs::temp_directory_path());
  fs::path project_ = scratch_.path() / "project";
};

TEST(LiteralsIn, AreReadAsTheCompilerReadsThem) {
  EXPECT_THAT(literals_in("#include \"a.h\"\n"
                          "// \"no\" /* \"no\" */\n"
                          "#define NAME \"not this\"\n"
                          "const char* a = \"a\\n\\x41\\0z\" \"joined\";  char c = '\"';\n"
                          "auto b = R\"x(raw \"text\"\\n)x\", c = u8\"\\u00e4\"; auto w = L\"wide\";\n"),
              ElementsAre(std::string("a\nA\0zjoined", 11), "raw \"text\"\\n", "\xc3\xa4"));
}

TEST(LiteralsIn, SkipsWhatIsNoLiteral) { EXPECT_THAT(literals_in("const char* a = \"not closed\n;"), IsEmpty()); }

TEST_F(ReadExamples, AreFilesAndLiteralsOfTestsAndExamples) {
  write("src/parser.c", "const char* a = \"a message of the library\";");
  write("src/parser_test.c", "parse(\"k = 1\");");
  write("tests/deep/array.json", "[1]");
  write("tests/same.json", "[1]");
  write("tests/CMakeLists.txt", "add_test()");
  write("tests/large.json", std::string(kLargestExample + 1, ' '));
  write("tests/cases.cpp", "parse(\"{}\"); parse(\"k = 1\");");
  write("doc/array.json", "[2]");
  write("build/CMakeCache.txt", "");
  write("build/tests/out.json", "[3]");
  EXPECT_THAT(read_examples(project_).texts, ElementsAre("k = 1", "{}", "[1]"));
}

TEST_F(ReadExamples, AreEvenlyChosenWhereThereAreMany) {
  std::string code;
  for (std::size_t i = 0; i < 2 * kMostExamples; ++i) code += "f(\"number " + std::to_string(i) + "\");\n";
  write("tests/many.cpp", code);
  const std::vector<std::string> texts = read_examples(project_).texts;
  ASSERT_THAT(texts, SizeIs(kMostExamples));
  EXPECT_EQ(texts[1], "number 2");
}

TEST_F(ReadExamples, ThereAreNoneWithoutAProject) {
  EXPECT_THAT(read_examples({}).texts, IsEmpty());
  EXPECT_THAT(read_examples(project_ / "missing").texts, IsEmpty());
}

TEST_F(ReadExamples, TellsInWhichOrderTheyCall) {
  write("src/line.c", "void draw(void) { begin(); }");
  write("examples/demo.c", "int main(void) { begin(); draw(line(3)); end(); }");
  write("tests/a.cpp", "TEST(A, B) { begin(); draw(line(3)); end(); }\nTEST(A, C) { begin(); }");
  EXPECT_THAT(read_examples(project_).sequences,
              ElementsAre(CallSequence{"begin", "line", "draw", "end"}, CallSequence{"begin"}));
}

}  // namespace
}  // namespace reenact
