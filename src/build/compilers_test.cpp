#include "build/compilers.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace reenact {
namespace {

TEST(KeyOfCommand, IsTheSameByWhateverPathTheCompilerIsFound) {
  const std::string path = getenv("PATH");
  const std::string key = key_of_command({"clang++-19", "-c", "a.cpp"}, "/");
  setenv("PATH", (path + ":/no/such/folder").c_str(), 1);
  EXPECT_EQ(key_of_command({"clang++-19", "-c", "a.cpp"}, "/"), key);
  setenv("PATH", "/no/such/folder", 1);
  EXPECT_NE(key_of_command({"clang++-19", "-c", "a.cpp"}, "/"), key);
  setenv("PATH", path.c_str(), 1);
}

TEST(KeyOfCommand, IsAnotherWhereHeadersAreLookedForElsewhere) {
  const std::string key = key_of_command({"clang++-19", "-c", "a.cpp"}, "/");
  setenv("CPATH", "/some/folder", 1);
  EXPECT_NE(key_of_command({"clang++-19", "-c", "a.cpp"}, "/"), key);
  unsetenv("CPATH");
}

}  // namespace
}  // namespace reenact
