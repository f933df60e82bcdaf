// What a suite covers, by the compiler's own coverage tool on the printed suite: nothing of ours counts.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "build/clean_build.h"

namespace reenact {

/// Of one source file.
struct FileCoverage {
  std::string file;
  std::size_t lines = 0, lines_covered = 0, branches = 0, branches_covered = 0;
};

struct CoverageRequest {
  TestBuild build;
  std::filesystem::path suite;     // its source file: inline functions of headers are compiled there
  std::vector<std::string> files;  // of the unit, absolute
  std::filesystem::path work_dir;  // scratch, ours
  std::filesystem::path html;      // folder for llvm-cov's pages, which is made
  unsigned jobs = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

/// Compiles the project's sources with clang's source-based coverage, runs the suite once, and reads llvm-cov-19's summary of
/// `files`; writes its pages. Errors: in the tools' words.
[[nodiscard]] Expected<std::vector<FileCoverage>> measure_coverage(const CoverageRequest& request);

}  // namespace reenact
