// Reads, with clang's own parser, what a test can call, from the subject's public headers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "subject/api_model.h"
#include "subject/build.h"

namespace reenact {

struct ApiRequest {
  std::vector<BuiltUnit> units;      // whence headers and flags come
  std::vector<std::string> headers;  // --header
  std::vector<std::string> names_in_report;
  std::filesystem::path work_dir;  // scratch and cache, ours
};

struct ApiReading {
  ApiModel api;
  std::vector<std::string> prelude;  // the #include lines (extern "C" wrapped where needed) of bridge and tests
  std::vector<std::string> flags;    // with which prelude, bridge and test compile (clang 19)
  std::vector<std::string> thunks;   // C++ text of each callable's thunk body, by CallableId
  std::vector<std::string> casts;    // bodies of `void* f(void* p)`
  std::vector<std::string> storage;  // by TypeId: C++ spelling of a variable's storage; empty: text, numbers
  std::vector<bool> destructible;    // by TypeId: needs its destructor called
  std::vector<std::string> notes;
};

[[nodiscard]] Expected<ApiReading> read_api(const ApiRequest& request);

enum class Guards : std::uint8_t {
  kTell,
  kIgnored
};  // does extern "C" tell public headers of a C project from others?
/// Public headers among those the units include: see the heuristics in api_headers.cpp. Absolute paths, best first.
[[nodiscard]] std::vector<std::filesystem::path> public_headers(const std::vector<BuiltUnit>& units,
                                                                Guards guards = Guards::kTell);

/// Does the header say anything to a C++ compiler (extern "C")?
[[nodiscard]] bool has_cxx_guard(const std::filesystem::path& header);

/// Generates and compiles the bridge (abi/abi.h `reenact_bridge`) with `extra_flags` (pass, sanitizers). A thunk that
/// does not compile is dropped alone: its callable is moved to `reading.api.dropped` and becomes unusable. Returns the
/// object files; beside each lies its program model, `<object>.model`.
/// `instrumented_roots`: REENACT_ROOTS for the pass.
[[nodiscard]] Expected<std::vector<std::filesystem::path>> build_bridge(ApiReading& reading,
                                                                        const std::vector<std::string>& extra_flags,
                                                                        const std::string& instrumented_roots,
                                                                        const std::filesystem::path& work_dir,
                                                                        unsigned jobs);

/// Drops callables after the fact (their functions are declared but not linked); build_bridge again after it.
void drop_callables(ApiReading& reading, const std::vector<CallableId>& ids, const std::string& reason);

}  // namespace reenact
