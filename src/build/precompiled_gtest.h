// GoogleTest's header, compiled once for all tests with the same flags: of a short test it is nearly all of the compiler's time.
#pragma once

#include <filesystem>

#include "build/clean_build.h"
#include "build/options.h"

namespace reenact {

/// The file for clang's -include-pch, in front of a test whose first line includes gtest/gtest.h; made in the cache if it is not
/// there, which takes as long as compiling one test. Empty: it cannot be made, or it might be another header than the test's own
/// (`build` has a folder that holds a gtest/gtest.h or hides the system's headers, or includes a file of its own first).
[[nodiscard]] std::filesystem::path precompiled_gtest(const TestBuild& build, const SubjectOptions& options);

}  // namespace reenact
