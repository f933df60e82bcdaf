#include "goal/subject_files.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

ProgramModel program_of_files() {
  ProgramModel result;
  for (const char* file : {"/p/lib/src/parse.c", "/p/lib/src/util.c", "/p/lib/include/list.h"}) {
    Function function;
    function.file = file;
    result.functions.push_back(function);
  }
  return result;
}

TEST(SubjectFiles, WhereNothingIsKnownTheNameDecides) {
  const ProgramModel model = program_of_files();
  const SubjectFiles files(model);
  EXPECT_TRUE(files.has("/home/u/app/util.c"));
  EXPECT_FALSE(files.has("/home/u/app/main.c"));
}

TEST(SubjectFiles, ACallersFileOfTheSameNameIsElsewhere) {
  const ProgramModel model = program_of_files();
  SubjectFiles files(model);
  files.learn("/build/lib/src/parse.c", "/p/lib/src/parse.c");
  EXPECT_TRUE(files.has("/build/lib/src/util.c"));
  EXPECT_TRUE(files.has("/build/lib/src/../include/list.h"));
  EXPECT_FALSE(files.has("/build/app/util.c"));
  EXPECT_FALSE(files.has("/home/u/app/util.c"));
  EXPECT_TRUE(files.has_name("/home/u/app/util.c"));
}

TEST(SubjectFiles, PathsMayBeRelative) {
  const ProgramModel model = program_of_files();
  SubjectFiles files(model);
  files.learn("src/parse.c", "/p/lib/src/parse.c");
  EXPECT_TRUE(files.has("src/util.c"));
  EXPECT_FALSE(files.has("util.c"));
  EXPECT_FALSE(files.has("app/util.c"));
}

}  // namespace
}  // namespace reenact
