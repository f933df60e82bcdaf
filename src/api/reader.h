// Reads, with clang's own parser, what a test can call, from the subject's public headers.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "api/reading.h"
#include "api/sources/users_templates.h"
#include "base/error.h"
#include "build/build.h"

namespace reenact {

/// Whose API is read.
struct ApiRequest {
  std::vector<BuiltUnit> units;      // whence headers and flags come
  std::vector<std::string> headers;  // --header
  /// Count as public, if no headers are given (api/headers/entry_headers.h).
  std::vector<std::filesystem::path> entry_headers;
  /// Also "operator delete", if the crashed program deleted an object itself.
  std::vector<std::string> names_in_report;
  std::filesystem::path work_dir;                  // scratch and cache, ours
  Compilers* compilers = nullptr;                  // as in SubjectOptions
  const std::atomic<bool>* interrupted = nullptr;  // when given and true, reading ends with an error; not owned
  /// Where the API is too large to be offered as a whole, what these take comes first (api/builder/nearest_declarations.h).
  std::vector<std::string> functions_in_report = {};
  bool is_of_headers = false;  // as in BuiltSubject
  std::vector<api::UsersTemplate> users_templates = {};
};

/// Finds the public headers, if none are given, and reads what they declare. Errors (kSubject): no public header is found,
/// none compiles as C++ (in the compiler's words), they declare nothing that can be called; kInterrupted.
[[nodiscard]] Expected<ApiReading> read_api(const ApiRequest& request);

}  // namespace reenact
