// The subject, ready to be searched: built with our probes, modelled, bridged and linked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "base/error.h"
#include "build/options.h"
#include "program/program_model.h"

namespace reenact {

/// What a search needs of it.
struct Subject {
  ProgramModel program;
  ApiModel api;
  std::filesystem::path worker;             // executable: subject + probes + bridge + runtime
  std::vector<std::string> prelude;         // the #include lines a test starts with
  std::vector<std::string> includer_flags;  // with which a file including them compiles
  std::vector<std::string> notes;           // left-out files with `main`, dropped files, guesses made
};

/// Instrumented build (cached by content), models, bridge, link. kSubject errors carry the compiler's own words.
[[nodiscard]] Expected<Subject> prepare_subject(const SubjectOptions& options);

}  // namespace reenact
