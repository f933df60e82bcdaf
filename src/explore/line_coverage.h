// What a suite covers, by the compiler's own coverage tool on the printed suite: nothing of ours counts.
#pragma once

#include <atomic>
#include <filesystem>
#include <set>
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
  std::vector<std::string> files;  // of the unit, absolute
  std::filesystem::path work_dir;  // scratch, ours
  unsigned jobs = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

/// A place of clang's coverage mapping that was covered: a region of code that was entered, or a side of a branch that was taken.
using CoveredPlaces = std::set<std::string>;

/// The project with clang's source-based coverage in it, and a suite. Errors of all of it: in the tools' words; kInterrupted.
class CoverageBuild {
 public:
  /// Compiles the project's sources.
  [[nodiscard]] static Expected<CoverageBuild> make(CoverageRequest request);
  /// Compiles and links the suite; inline functions of headers are compiled there.
  [[nodiscard]] Expected<void> use_suite(const std::filesystem::path& source);
  /// Runs those of its tests that `filter`, GoogleTest's, names; empty: all. What follows tells what this run covered.
  /// REQUIRES: use_suite() succeeded.
  [[nodiscard]] Expected<void> run(const std::string& filter = {});
  /// By file of the unit, as llvm-cov-19 counts.
  [[nodiscard]] Expected<std::vector<FileCoverage>> summary() const;
  [[nodiscard]] Expected<CoveredPlaces> places() const;
  /// llvm-cov's pages; `html` is made anew.
  [[nodiscard]] Expected<void> write_pages(const std::filesystem::path& html) const;

 private:
  explicit CoverageBuild(CoverageRequest request) : request_(std::move(request)) {}
  [[nodiscard]] Expected<std::string> run_llvm_cov(std::vector<std::string> command) const;

  CoverageRequest request_;
  std::vector<std::filesystem::path> objects_;  // of the project
  std::filesystem::path program_, profile_;
};

/// What is covered, of the text that `llvm-cov-19 export` writes.
[[nodiscard]] CoveredPlaces covered_places(const std::string& exported);

}  // namespace reenact
