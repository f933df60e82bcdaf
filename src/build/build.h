// Compiles the subject's translation units with flags translated for clang 19, cached by content.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "build/compilation_database.h"
#include "build/options.h"

namespace reenact {

/// How units are compiled.
enum class Flavour : std::uint8_t {
  kInstrumented,  // our pass, -O1
  kClean,         // the project's own flags, -g
  kConcolic,  // the concolic pass, -O1, without AddressSanitizer: its runs say which way a test went, not how it ended
  /// LLVM's code as clang makes it of the source with the flags of kInstrumented, before any pass, with -g: what our pass sees once
  /// memory has been promoted to registers (bitcode/bitcode.h does that when it loads a function). The templates that libstdc++
  /// keeps in its library are instantiated, so that strings have bodies.
  kBitcode,
};

/// A translation unit and what was made of it.
struct BuiltUnit {
  CompileCommand command;
  std::filesystem::path object;                // kBitcode: LLVM's bitcode
  std::string compiler;                        // that made it
  std::filesystem::path model;                 // kInstrumented: what the pass wrote
  std::vector<std::filesystem::path> headers;  // every header the unit included (from -MD), absolute
};

/// The units without `main` that compile, and notes on those left out.
struct BuiltSubject {
  std::vector<BuiltUnit> units;
  std::vector<std::string> notes;
  std::vector<std::filesystem::path> models_of_programs;  // kInstrumented: of those left out for their `main`
  /// The library is of headers alone: its one unit only includes them, as each program does that uses it.
  bool is_of_headers = false;
};

/// Two reproductions of one subject at once build it once: the second waits for this file (FileLock) and finds everything in
/// the cache.
[[nodiscard]] std::filesystem::path lock_of(const SubjectOptions& options, Flavour flavour);

/// Compiles the units of a database but most consumers (consumers.h), or for kConcolic and kBitcode units that were compiled before;
/// `options.jobs` at a time. What is in the cache and fresh is not compiled again. Errors:
/// kSubject, no unit is left (in the compiler's words); kInterrupted.
[[nodiscard]] Expected<BuiltSubject> build_units(const std::vector<CompileCommand>& all, Flavour flavour,
                                                 const SubjectOptions& options);

/// Folders whose functions are instrumented, ':' between them (REENACT_ROOTS of the pass).
[[nodiscard]] std::string instrumented_roots(const std::vector<CompileCommand>& commands);

/// The flags of `command` that a C++ file including the subject's headers needs, for clang 19: -I, -isystem, -D, -U,
/// -include, -std (the C++ standard, or gnu++17 for a C subject), -f flags that change the ABI, defines.
[[nodiscard]] std::vector<std::string> flags_for_includer(const CompileCommand& command);

}  // namespace reenact
