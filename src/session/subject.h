// The subject, ready to be searched: built with our probes, modelled, bridged and linked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "api/contracts/callers.h"
#include "api/sources/examples.h"
#include "base/error.h"
#include "bitcode/bitcode.h"
#include "build/options.h"
#include "program/passed_arguments.h"
#include "program/program_model.h"

namespace reenact {

/// What a search needs of it.
struct Subject {
  ProgramModel program;
  ApiModel api;
  std::filesystem::path worker;             // executable: subject + probes + bridge + runtime
  std::vector<std::string> prelude;         // the #include lines a test starts with
  std::vector<std::string> includer_flags;  // with which a file including them compiles
  /// What its functions and those of its programs pass; learn_of_callers() learns of it what they keep.
  std::vector<PassingFunction> callers;
  Examples examples;
  std::vector<std::string> notes;  // left-out files with `main`, dropped files, guesses made
};

/// Marks in its API what all its own callers keep (api/contracts/callers.h), and notes how much that is.
void learn_of_callers(Subject& subject, const CallerOptions& options);

/// Calls that a test repeats (api/builder/loops.cpp) are not made.
void leave_out_loops(ApiModel& api);

/// What a verdict needs of it: the functions. Built as for prepare_subject(), with the same cache; template instantiations that
/// nobody but a test makes are not among them.
[[nodiscard]] Expected<ProgramModel> read_program(const SubjectOptions& options);

/// The bodies of its functions, for symbolic execution: of the units that read_program() and prepare_subject() know. Built if they
/// are not in the cache. Error (subject): none of them can be built so.
/// With `subject` also of its bridge, whose thunks hold the constructors that nobody wrote.
[[nodiscard]] Expected<Bitcode> open_bitcode(const SubjectOptions& options, const Subject* subject = nullptr);

/// Instrumented build (cached by content), models, bridge, link. kSubject errors carry the compiler's own words.
/// `first`: the functions of an earlier prepare_first_subject(), of which nothing is compiled again; none: there was none.
[[nodiscard]] Expected<Subject> prepare_subject(const SubjectOptions& options,
                                                const std::vector<std::string>& first = {});

}  // namespace reenact
