// Where a subject is, and how it is to be built.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crash/report.h"

namespace reenact {

class Compilers;

/// Which sanitizers objects are built with.
struct Sanitizers {
  bool address = false;
  std::string undefined;        // one UBSan check ("shift"), empty = none
  bool returned_stack = false;  // with `address`: variables of functions that have returned are watched, too
  auto operator<=>(const Sanitizers&) const = default;
  [[nodiscard]] bool any() const { return address || !undefined.empty(); }
};

/// Whether assert() is compiled in (build/assertions.h).
enum class Assertions : std::uint8_t { kAsBuilt /* by the project */, kOn, kOff };

/// What the user said of the subject, and what the report demands of its build.
struct SubjectOptions {
  std::filesystem::path build_dir;   // holds compile_commands.json
  std::filesystem::path cache_dir;   // ours; never inside the project
  std::vector<std::string> link;     // --link LIB or path
  std::vector<std::string> headers;  // --header H: public headers, when guessing them fails
  /// Names in the report's frames: template-ids in them ("hnswlib::HierarchicalNSW<float>::addPoint") are instantiated.
  std::vector<std::string> names_in_report;
  /// The functions of the report's frames, innermost first, those of the reporter's program among them.
  std::vector<std::string> functions_in_report;
  /// The class or function that is asked about where there is no report; may be empty.
  std::string unit;
  /// The names of the files that the report's frames are in, without folders.
  std::vector<std::string> files_in_report;
  Sanitizers sanitizers;
  Assertions assertions = Assertions::kAsBuilt;
  BuiltInCheck check = BuiltInCheck::kNone;  // compiled in, too
  bool optimised = true;                     // clean units, if the project does so; else no call leaves out a frame
  unsigned later_seconds = 120;              // for compiling calls that are not the likeliest, all together
  unsigned jobs = 2;
  std::function<void(std::string_view phase, std::size_t done, std::size_t total)> progress;  // may be empty
  Compilers* compilers = nullptr;  // null: each compiler is started anew (contain/compilers.h); not owned
  const std::atomic<bool>* interrupted = nullptr;  // when given and true, building ends with an error; not owned
};

}  // namespace reenact
