// Headers of the system that many files begin with, compiled once for all projects with the same flags. Of what a short file costs
// a compiler, they are nearly all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "build/clean_build.h"
#include "build/options.h"

namespace reenact {

/// What is compiled, and with what.
struct HeadOfFiles {
  std::string_view kind;           // of the cache's entry: "GoogleTest"
  std::string text;                // #include lines
  std::string compiler;            // clang
  std::vector<std::string> flags;  // of the files: the project's
  std::vector<std::string> more;   // and ours
};

/// The file for clang's -include-pch, in front of files that begin with `head.text` and are compiled with its flags; made in the
/// cache if it is not there. Empty: it cannot be made, or the files might include other headers (a folder of `head.flags` hides the
/// system's, or some macros are to be included before).
[[nodiscard]] std::filesystem::path precompiled(const HeadOfFiles& head, const SubjectOptions& options);

/// The same for tests, which begin with GoogleTest's header.
[[nodiscard]] std::filesystem::path precompiled_gtest(const TestBuild& build, const SubjectOptions& options);

}  // namespace reenact
