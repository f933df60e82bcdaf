#include "explore/changes.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

constexpr const char* kDiff = R"(diff --git a/src/a.cpp b/src/a.cpp
index 1..2 100644
--- a/src/a.cpp
+++ b/src/a.cpp
@@ -3 +3,2 @@ int f()
-old
+++ b/not/a/file.cpp
+new
@@ -20,2 +21,0 @@ int g()
-gone
--- a/neither/is/this.cpp
diff --git a/gone.cpp b/gone.cpp
deleted file mode 100644
--- a/gone.cpp
+++ /dev/null
@@ -1 +0,0 @@
-all
diff --git a/with space.h b/with space.h
--- a/with space.h	
+++ b/with space.h	
@@ -7 +7 @@
-x
+y
)";

Function function_at(std::uint32_t id, std::string file, std::uint32_t first, std::uint32_t last) {
  Function result;
  result.id = FunctionId(id);
  result.file = std::move(file);
  result.first_line = Line(first);
  result.last_line = Line(last);
  return result;
}

TEST(Changes, AreReadFromADiff) {
  const Changes changes = read_diff(kDiff, "/p");
  ASSERT_EQ(changes.size(), 2) << "the file that went is none, and lines that look like heads are none";
  const auto& a = changes.at("/p/src/a.cpp");
  ASSERT_EQ(a.size(), 2);
  EXPECT_EQ(a[0].first, Line(3u));
  EXPECT_EQ(a[0].last, Line(4u));
  EXPECT_FALSE(a[0].is_gap);
  EXPECT_EQ(a[1].first, Line(21u));
  EXPECT_TRUE(a[1].is_gap);
  EXPECT_EQ(changes.at("/p/with space.h")[0].first, Line(7u));
}

TEST(Changes, TouchTheFunctionsThatHaveTheirLines) {
  ProgramModel program;
  program.functions = {function_at(0, "/p/a.cpp", 1, 4), function_at(1, "/p/a.cpp", 5, 9),
                       function_at(2, "/p/a.cpp", 11, 20), function_at(3, "/p/new.cpp", 1, 2),
                       function_at(4, "/p/other.cpp", 1, 9)};
  const Changes changes{{"/p/a.cpp", {{Line(4u), Line(4u)}, {Line(9u), Line(10u), true}, {Line(15u), Line(16u), true}}},
                        {"/p/new.cpp", {}}};
  EXPECT_EQ(touched_functions(program, changes), (std::vector{FunctionId(0u), FunctionId(2u), FunctionId(3u)}))
      << "what went between two functions was in neither";
}

}  // namespace
}  // namespace reenact
