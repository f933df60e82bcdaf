#include "output/cmake_project.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(CMakeProject, BuildsTheSourcesWithTheirFlagsAndTheTestAgainstThem) {
  TestBuild build;
  build.c_compiler = "gcc";
  build.compile_flags = {"-std=gnu++17", "-I/p/include"};
  build.sources = {{"/p/a.c", true, {"-O2", "-I", "/p/inc dir", "-DNAME=\"x;y\""}},
                   {"/p/b.c", true, {"-O2", "-I", "/p/inc dir", "-DNAME=\"x;y\""}},
                   {"/p/c.c", false, {}}};
  build.link_flags = {"-lm"};
  EXPECT_EQ(cmake_project(build), R"(cmake_minimum_required(VERSION 3.16)
set(CMAKE_C_COMPILER "gcc" CACHE STRING "as the test was checked")
project(crash_test C CXX)
find_package(GTest REQUIRED)

# The subject, with the project's own flags.
add_library(subject_1 OBJECT
  "/p/c.c")
add_library(subject_2 OBJECT
  "/p/a.c"
  "/p/b.c")
target_compile_options(subject_2 PRIVATE
  "-O2"
  "SHELL:-I \"/p/inc dir\""
  "-DNAME=\"x\;y\"")
set_source_files_properties("/p/c.c" PROPERTIES LANGUAGE CXX)
add_library(subject STATIC $<TARGET_OBJECTS:subject_1> $<TARGET_OBJECTS:subject_2>)

add_executable(crash_test crash_test.cpp)
target_compile_options(crash_test PRIVATE
  "-std=gnu++17"
  "-I/p/include")
target_link_libraries(crash_test PRIVATE
  "GTest::gtest_main"
  "subject"
  "-lm")
enable_testing()
add_test(NAME crash_test COMMAND crash_test --gtest_catch_exceptions=0)
)");
}

// What an example defines of a library of headers is in no file of the project's.
TEST(CMakeProject, WritesASourceThatIsNotTheProjects) {
  TestBuild build;
  build.sources = {{"/cache/1/headers.c", true, {"-O2"}, "#define RING_IMPLEMENTATION\n#include \"ring.h\"\n"}};
  EXPECT_THAT(cmake_project(build), testing::HasSubstr(R"(file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/headers.c" [==[
#define RING_IMPLEMENTATION
#include "ring.h"
]==])
add_library(subject_1 OBJECT
  "${CMAKE_CURRENT_BINARY_DIR}/headers.c")
)"));
}

}  // namespace
}  // namespace reenact
