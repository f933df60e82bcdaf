// Reads crash reports of every dialect, alone or inside the text of an issue.
#pragma once

#include <string_view>

#include "base/error.h"
#include "crash/report.h"

namespace reenact {

/// Finds the crash in `text`, however little is said of it: it may be without frames. When several findings follow one
/// another (UBSan going on, then a fatal SEGV) the first one is the crash, unless it has no usable frame; when the same
/// crash appears in two dialects (an assertion line and a gdb trace) they are merged. `where` names the input in
/// messages ("report.txt", "standard input"). Errors (whole messages are tested): empty input, binary input (offset of
/// the first control byte), no crash in it, nothing but memory leaks, a program that was only stopped. `thread`: of a debugger's
/// traces the one with that number, as if it had crashed; 0: of the one that did, as far as the text tells.
[[nodiscard]] Expected<CrashReport> find_crash_report(std::string_view text, std::string_view where,
                                                      unsigned thread = 0);

/// Error: the report has no usable frame.
[[nodiscard]] Expected<void> check_usable(const CrashReport& report, std::string_view where);

/// The crash in `text`, if it has a usable frame. Errors: those of both of the above.
[[nodiscard]] Expected<CrashReport> read_crash_report(std::string_view text, std::string_view where,
                                                      unsigned thread = 0);

}  // namespace reenact
