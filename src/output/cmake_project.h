// The CMakeLists.txt beside a printed test: builds the subject's sources, as they are then, and the test against them.
#pragma once

#include <string>

#include "build/clean_build.h"
#include "print/print.h"

namespace reenact {

/// The file's text, for a test in that format; `test`.cpp is the test, and so is the program called. The subject is compiled
/// anew with the project's own flags, so that a mended bug shows.
[[nodiscard]] std::string cmake_project(const TestBuild& build, TestFormat format = TestFormat::kGtest,
                                        const std::string& test = "crash_test");

}  // namespace reenact
