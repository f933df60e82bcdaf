// The subject, ready to be searched: built with our probes, modelled, bridged and linked; and, for verdicts, built
// clean. The only door between the rest of the program and compilers.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "subject/api_model.h"
#include "subject/program_model.h"

namespace reenact {

/// One entry of compile_commands.json, its command split into arguments.
struct CompileCommand {
  std::filesystem::path directory, file;  // absolute, normalised
  std::vector<std::string> arguments;     // [0] = the compiler
  std::filesystem::path output;           // may be empty
  bool is_c = false;
};

/// Which sanitizers objects are built with.
struct Sanitizers {
  bool address = false;
  std::string undefined;  // one UBSan check ("shift"), empty = none
  auto operator<=>(const Sanitizers&) const = default;
};

/// One source file of the subject, and the project's flags for it with absolute paths.
struct TestSource {
  std::filesystem::path file;
  bool is_c = false;
  std::vector<std::string> flags;
};

/// Flags with which a test against the subject compiles and links: no instrumentation of ours in them.
struct TestBuild {
  std::string compiler;                        // clang++-19 or the project's own C++ compiler
  std::vector<std::string> compile_flags;      // -std, -D, -I, ... and sanitizers
  std::vector<std::filesystem::path> objects;  // the subject, built clean
  std::vector<std::string> link_flags;         // libraries and sanitizers
  std::vector<TestSource> sources;             // of the objects, to build them anew
  std::string c_compiler, cxx_compiler;        // that do so; empty: there is no C source
};

/// Where the subject is, and how it is built.
struct SubjectOptions {
  std::filesystem::path build_dir;   // holds compile_commands.json
  std::filesystem::path cache_dir;   // ours; never inside the project
  std::vector<std::string> link;     // --link LIB or path
  std::vector<std::string> headers;  // --header H: public headers, when guessing them fails
  /// Names in the report's frames: template-ids in them ("hnswlib::HierarchicalNSW<float>::addPoint") are instantiated.
  std::vector<std::string> names_in_report;
  Sanitizers sanitizers;
  unsigned jobs = 2;
  std::function<void(std::string_view phase, std::size_t done, std::size_t total)> progress;  // may be empty
  const std::atomic<bool>* interrupted = nullptr;  // when given and true, building ends with an error; not owned
};

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

/// The subject with the project's own flags (plus -g and `options.sanitizers`), for check/. Cached by content too.
[[nodiscard]] Expected<TestBuild> build_clean(const SubjectOptions& options);

}  // namespace reenact
