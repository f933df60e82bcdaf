// How many small faults a suite notices: its mutation score. The faults are put in by a pass (pass/mutation/), all in one build.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "build/clean_build.h"
#include "program/program_model.h"

namespace reenact {

/// A fault that can be awakened.
struct Mutant {
  std::uint64_t number = 0;
  std::string file;  // absolute
  Line line;
  unsigned column = 0;
  std::string what;  // "< becomes <="
};

struct MutantRequest {
  TestBuild build;
  std::filesystem::path suite;  // its source file
  const ProgramModel* program = nullptr;
  std::vector<FunctionId> functions;  // that get the faults
  std::size_t most = 50;              // faults tried, drawn by `seed` if there are more
  Seed seed{1};
  std::filesystem::path work_dir;  // scratch, ours
  unsigned jobs = 1;               // compilers
  const std::atomic<bool>* interrupted = nullptr;
};

struct MutationScore {
  std::size_t possible = 0;  // that the pass put in
  std::size_t tried = 0, found = 0;
  std::vector<Mutant> not_found;
};

/// Compiles the project with the faults, and for each that is tried runs the suite once: one that fails, or takes ten times as long,
/// has found it. Errors: in the tools' words; the suite fails without a fault; kInterrupted.
[[nodiscard]] Expected<MutationScore> mutation_score(const MutantRequest& request);

/// Of what the pass wrote, each once: those in the lines of `functions`, by file, line and column.
[[nodiscard]] std::vector<Mutant> read_mutants(std::string_view text, const ProgramModel& program,
                                               const std::vector<FunctionId>& functions);

}  // namespace reenact
