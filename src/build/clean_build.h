// The subject as the project builds it, for verdicts: no instrumentation of ours in it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "build/options.h"

namespace reenact {

/// One source file of the subject, and the project's flags for it with absolute paths.
struct TestSource {
  std::filesystem::path file;
  bool is_c = false;
  std::vector<std::string> flags;
  std::string own_text{};  // of a file that is not the project's: what an example defines of a library of headers
};

/// With what a test against the subject compiles and links.
struct TestBuild {
  std::string compiler;                    // clang++-19 or the project's own C++ compiler
  std::vector<std::string> compile_flags;  // -std, -D, -I, ... and sanitizers
  bool optimises_test =
      false;  // -O1 for the test, and with it for what it takes from headers (session/optimised_test.h)
  std::filesystem::path precompiled_gtest;     // of these flags (build/precompiled.h); empty: there is none
  std::vector<std::filesystem::path> objects;  // the subject, built clean
  std::vector<std::string> link_flags;         // libraries and sanitizers
  std::vector<std::string> lld_flags;          // flags_that_link() the report's functions
  std::vector<TestSource> sources;             // of the objects, to build them anew
  std::string c_compiler, cxx_compiler;        // that do so; empty: there is no C source
};

/// The subject with the project's own flags (plus -g and `options.sanitizers`), for check/. Cached by content. Errors: as
/// build_units.
[[nodiscard]] Expected<TestBuild> build_clean(const SubjectOptions& options);

}  // namespace reenact
