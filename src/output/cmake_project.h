// The CMakeLists.txt beside a printed test: builds the subject's sources, as they are then, and the test against them.
#pragma once

#include <string>

#include "build/clean_build.h"

namespace reenact {

/// The file's text; `test`.cpp is the test, and so is the program called. The subject is compiled anew with the project's own flags, so that a mended bug shows.
[[nodiscard]] std::string cmake_project(const TestBuild& build, const std::string& test = "crash_test");

}  // namespace reenact
