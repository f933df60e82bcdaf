// How a search for a crash ends, whichever command ran it: the files it leaves and what people read of it.
#pragma once

#include <filesystem>
#include <string>

#include "output/result_json.h"
#include "reproduce/reproduce.h"

namespace reenact::cli {

/// The printed test's name in the output folder.
inline constexpr const char* kTestFile = "crash_test.cpp";

/// The output folder (-o), ready for what is written there in the end.
[[nodiscard]] Expected<void> prepare_out(const std::filesystem::path& out);
/// What becomes of a run that ended in `error`: `out`/result.json says so if the subject is to blame; what was asked
/// wrongly changes nothing there. A test of an earlier run goes: it is no result of this one. Returns that error.
[[nodiscard]] std::unexpected<Error> failed(const std::filesystem::path& out, ResultContext context, Error error);
/// Writes `out`/result.json and, if there is a test, its source and, if it is not empty, its `project`
/// (output/cmake_project.h). Those of an earlier run go. They are one set (base/file_set.h).
[[nodiscard]] Expected<void> write_outcome(const std::filesystem::path& out, const CrashReport& crash,
                                           const Reproduction& result, const ResultContext& context,
                                           const std::string& project);
/// Prints `headline` (what became of it, in the command's words), then the effort, the test, how to repeat it and the
/// other crashes met, and warnings. `with_notes`: also what was left out and why.
void print_outcome(const std::string& headline, const std::filesystem::path& out, const Reproduction& result,
                   const std::string& replay, bool with_notes);
/// 0 if the crash was reproduced and verified, else 1 (commands.h).
[[nodiscard]] int exit_status_of(const Reproduction& result);

}  // namespace reenact::cli
