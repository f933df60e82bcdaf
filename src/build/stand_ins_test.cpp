#include "build/stand_ins.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/scratch_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

TEST(StandIns, KeepWhatAProgramIncludesAndDefines) {
  EXPECT_EQ(directives_of(
                "// Tests.\n#define CATCH_CONFIG_MAIN\n#include \"catch.hpp\"\n#include <catch2/catch_all.hpp>\n"
                "#include <gtest/gtest.h>\n#define READER_IMPLEMENTATION\n  #include \"reader.h\"\n#define LONG \\\n"
                "  1\nint main() {\n#ifdef _WIN32\n  return 1;\n#endif\n}\n"),
            "#define CATCH_CONFIG_MAIN\n#define READER_IMPLEMENTATION\n  #include \"reader.h\"\n#define LONG \\\n"
            "  1\n#ifdef _WIN32\n#endif\n");
}

TEST(StandIns, WhatTestsShareIsLeftOutWhereItCanBe) {
  const ScratchFolder scratch = *ScratchFolder::make(fs::temp_directory_path());
  const fs::path project = scratch.path() / "project";
  ASSERT_TRUE(make_folder(project / "test/unit") && write_file(project / "ring.h", ""));
  ASSERT_TRUE(write_file(project / "test/check.h", ""));
  CompileCommand program;
  program.file = project / "test/unit/first.c";
  program.is_c = true;
  ASSERT_TRUE(write_file(program.file, "#include \"../check.h\"\n#include \"../../ring.h\"\n#include <ring.h>\n"));
  SubjectOptions options;
  options.cache_dir = scratch.path() / "cache";
  const auto units = units_of_directives(program, options);
  ASSERT_EQ(units.size(), 2U);
  EXPECT_EQ(*read_file(units[0].file), "#include \"../../ring.h\"\n#include <ring.h>\n");
  EXPECT_EQ(*read_file(units[1].file), *read_file(program.file));
}

TEST(StandIns, NoneStandsForAProgramThatIsReportedItself) {
  SubjectOptions options;
  options.files_in_report = {"stand_ins_test.cpp"};
  CompileCommand program;
  program.file = __FILE__;
  EXPECT_TRUE(units_of_directives(program, options).empty());
}

}  // namespace
}  // namespace reenact
