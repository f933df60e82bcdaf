// Reads, with clang's own parser, what a test can call, from the subject's public headers.
#pragma once

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "api/api_model.h"
#include "api/users_templates.h"
#include "base/error.h"
#include "build/build.h"

namespace reenact {

/// Whose API is read.
struct ApiRequest {
  std::vector<BuiltUnit> units;                      // whence headers and flags come
  std::vector<std::string> headers;                  // --header
  std::vector<std::filesystem::path> entry_headers;  // count as public, if no headers are given (api/entry_headers.h)
  /// Also "operator delete", if the crashed program deleted an object itself.
  std::vector<std::string> names_in_report;
  std::filesystem::path work_dir;                  // scratch and cache, ours
  Compilers* compilers = nullptr;                  // as in SubjectOptions
  const std::atomic<bool>* interrupted = nullptr;  // when given and true, reading ends with an error; not owned
  /// Where the API is too large to be offered as a whole, what these take comes first (api/nearest_declarations.h).
  std::vector<std::string> functions_in_report = {};
  bool is_of_headers = false;  // as in BuiltSubject
  std::vector<api::UsersTemplate> users_templates = {};
};

/// A file of the bridge's thunks.
struct ThunkFile {
  std::string name;
  std::vector<std::size_t> callables;  // by index
  bool is_later = false;               // of ApiReading::later
};

/// The model, and the C++ text of the bridge to what it models.
struct ApiReading {
  ApiModel api;
  std::vector<std::string> prelude;  // the #include lines (extern "C" wrapped where needed) of bridge and tests
  std::vector<std::string> flags;    // with which prelude, bridge and test compile (clang 19)
  std::vector<std::string> thunks;   // C++ text of each callable's thunk body, by CallableId
  std::vector<std::string> casts;    // bodies of `void* f(void* p)`
  std::vector<std::string> storage;  // by TypeId: C++ spelling of a variable's storage; empty: text, numbers
  std::vector<bool> destructible;    // by TypeId: needs its destructor called
  /// What may be left out of the bridge where compiling all of it takes longer than SubjectOptions::later_seconds.
  std::set<CallableId> later;
  /// How build_bridge() has divided the thunks. It stays so, whatever is dropped: what a file was compiled to is good for the next bridge.
  std::vector<ThunkFile> files;
  std::vector<std::string> notes;
};

/// Finds the public headers, if none are given, and reads what they declare. Errors (kSubject): no public header is found,
/// none compiles as C++ (in the compiler's words), they declare nothing that can be called; kInterrupted.
[[nodiscard]] Expected<ApiReading> read_api(const ApiRequest& request);

/// Does extern "C" tell the public headers of a C project from its others?
enum class Guards : std::uint8_t { kTell, kIgnored };

/// Public headers among those the units include: see the heuristics in api_headers.cpp. Absolute paths, best first.
[[nodiscard]] std::vector<std::filesystem::path> public_headers(const std::vector<BuiltUnit>& units,
                                                                Guards guards = Guards::kTell);

/// All headers of the project that the units include, public or not.
[[nodiscard]] std::vector<std::filesystem::path> project_headers(const std::vector<BuiltUnit>& units);

/// What a bridge includes before the project's headers.
[[nodiscard]] std::string standard_head();

/// Of which files a bridge is made.
enum class BridgeFiles : std::uint8_t {
  kSeveral,     // what the linker says of an object tells which thunk, or which type, is meant
  kOneIfSmall,  // sooner there; and as one only if all of it compiles
};

/// Why a callable of ApiReading::later was dropped.
inline constexpr std::string_view kTakesTooLong = "to compile it takes too long";

/// Generates and compiles the bridge (abi/abi.h `reenact_bridge`) with `extra_flags` (pass, sanitizers). A thunk that
/// does not compile is dropped alone: its callable is moved to `reading.api.dropped` and becomes unusable; so is what takes too long. Returns the
/// object files; beside each lies its program model, `<object>.model`.
/// `instrumented_roots`: REENACT_ROOTS for the pass. `jobs`: files compiled at once. `interrupted`: ends it when given and
/// true. `standard`: standard_head(), precompiled (build/precompiled.h); empty: there is none. Errors (kSubject): what does not compile is no thunk's fault (in the compiler's words); kInterrupted.
[[nodiscard]] Expected<std::vector<std::filesystem::path>> build_bridge(
    ApiReading& reading, const std::vector<std::string>& extra_flags, const std::string& instrumented_roots,
    const std::filesystem::path& work_dir, const SubjectOptions& options, const std::filesystem::path& standard = {},
    BridgeFiles form = BridgeFiles::kSeveral);

/// What rebuild_bridge() is to make.
enum class BridgeForm : std::uint8_t {
  kBitcode,    // what the command's -emit-llvm leaves of the thunks; the table only calls them all
  kHastyCode,  // machine code of all (build/code_generation.h)
};

/// Compiles the bridge that build_bridge() left in `from` once more, into `to`, with another command: `line` is the compiler and its
/// flags, of which -emit-llvm is one. Errors as there.
[[nodiscard]] Expected<std::vector<std::filesystem::path>> rebuild_bridge(
    const std::vector<std::string>& line, const std::string& instrumented_roots, const std::filesystem::path& from,
    const std::filesystem::path& to, BridgeForm form, const SubjectOptions& options);

/// Drops callables after the fact (their functions are declared but not linked); build_bridge again after it.
void drop_callables(ApiReading& reading, const std::vector<CallableId>& ids, const std::string& reason);
/// Drops what makes objects of these types, by index: their destructor is declared but not linked.
void drop_objects(ApiReading& reading, const std::set<std::size_t>& types, const std::string& reason);

}  // namespace reenact
