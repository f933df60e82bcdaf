// How a search for a crash ends, whichever command ran it: the files it leaves and what people read of it.
#pragma once

#include <filesystem>
#include <string>

#include "report/result_json.h"
#include "reproduce/reproduce.h"

namespace reenact::cli {

/// The printed test's name in the output folder.
inline constexpr const char* kTestFile = "crash_test.cpp";

/// Writes `out`/result.json for a run that ended in `error`.
void write_error(const std::filesystem::path& out, ResultContext context, const Error& error);
/// Writes `out`/result.json and, if there is a test, its source.
void write_outcome(const std::filesystem::path& out, const CrashReport& crash, const Reproduction& result,
                   const ResultContext& context);
/// Prints `headline` (what became of it, in the command's words), then the effort, the test, how to repeat it and the
/// other crashes met, and warnings. `with_notes`: also what was left out and why.
void print_outcome(const std::string& headline, const std::filesystem::path& out, const Reproduction& result,
                   const std::string& replay, bool with_notes);
/// 0 if the crash was reproduced and verified, else 1 (commands.h).
[[nodiscard]] int exit_status_of(const Reproduction& result);

}  // namespace reenact::cli
