// The bridge between the engine and the subject: a thunk for each callable, generated and compiled.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "api/reading.h"
#include "base/error.h"
#include "build/build.h"

namespace reenact {

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
