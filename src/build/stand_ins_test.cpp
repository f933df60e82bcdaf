#include "build/stand_ins.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(StandIns, KeepWhatAProgramIncludesAndDefines) {
  EXPECT_EQ(directives_of(
                "// Tests.\n#define CATCH_CONFIG_MAIN\n#include \"catch.hpp\"\n#include <catch2/catch_all.hpp>\n"
                "#include <gtest/gtest.h>\n#define READER_IMPLEMENTATION\n  #include \"reader.h\"\n#define LONG \\\n"
                "  1\nint main() {\n#ifdef _WIN32\n  return 1;\n#endif\n}\n"),
            "#define CATCH_CONFIG_MAIN\n#define READER_IMPLEMENTATION\n  #include \"reader.h\"\n#define LONG \\\n"
            "  1\n#ifdef _WIN32\n#endif\n");
}

TEST(StandIns, NoneStandsForAProgramThatIsReportedItself) {
  SubjectOptions options;
  options.files_in_report = {"stand_ins_test.cpp"};
  CompileCommand program;
  program.file = __FILE__;
  EXPECT_FALSE(unit_of_directives(program, options));
}

}  // namespace
}  // namespace reenact
