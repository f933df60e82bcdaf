// Compiles the subject's translation units with flags translated for clang 19, cached by content.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "subject/subject.h"

namespace reenact {

enum class Flavour : std::uint8_t { kInstrumented /* our pass, -O1 */, kClean /* the project's own flags, -g */ };

struct BuiltUnit {
  CompileCommand command;
  std::filesystem::path object;
  std::string compiler;                        // that made it
  std::filesystem::path model;                 // kInstrumented: what the pass wrote
  std::vector<std::filesystem::path> headers;  // every header the unit included (from -MD), absolute
};

struct BuiltSubject {
  std::vector<BuiltUnit> units;
  std::vector<std::string> notes;
};

[[nodiscard]] Expected<BuiltSubject> build_units(const std::vector<CompileCommand>& commands, Flavour flavour,
                                                 const SubjectOptions& options);

/// Folders whose functions are instrumented, ':' between them (REENACT_ROOTS of the pass).
[[nodiscard]] std::string instrumented_roots(const std::vector<CompileCommand>& commands);

/// The flags of `command` that a C++ file including the subject's headers needs, for clang 19: -I, -isystem, -D, -U,
/// -include, -std (the C++ standard, or gnu++17 for a C subject), -f flags that change the ABI, defines.
[[nodiscard]] std::vector<std::string> flags_for_includer(const CompileCommand& command);

}  // namespace reenact
