// Compiles the project and a suite of it once more, with flags of our own: for coverage, with faults.
#pragma once

#include <atomic>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "build/clean_build.h"

namespace reenact {

/// How tools are run: contained.
struct ToolRun {
  std::filesystem::path work_dir;        // scratch, ours; they write nowhere else
  std::string what;                      // fails if they do: "coverage could not be measured"
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<std::filesystem::path> readable;
  const std::atomic<bool>* interrupted = nullptr;
};

/// What it printed. Errors: in the tool's words; kInterrupted.
[[nodiscard]] Expected<std::string> run_tool(const std::vector<std::string>& command, const ToolRun& run);

/// Compiles `sources` by clang with their own flags, and `flags` behind them, `jobs` at a time. The objects, in their order, in
/// `run.work_dir`. Errors: as run_tool.
[[nodiscard]] Expected<std::vector<std::filesystem::path>> compile_all(const std::vector<TestSource>& sources,
                                                                       const std::vector<std::string>& flags,
                                                                       const ToolRun& run, unsigned jobs);

/// Links a GoogleTest program of the first of `objects`, the suite, and what it takes of the others. Errors: as run_tool.
[[nodiscard]] Expected<void> link_suite(std::span<const std::filesystem::path> objects,
                                        const std::vector<std::string>& flags, const TestBuild& build,
                                        const std::filesystem::path& program, const ToolRun& run);

}  // namespace reenact
