// A crash of which no trace is known, only a part: what Beacon is given (Slater, Bergel: "Beacon:
// automated test generation for stack-trace reproduction using genetic algorithms").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "crash/report.h"

namespace reenact {

/// Parts left out hold for every crash.
struct CrashDescription {
  std::vector<CrashKind> kinds;  // one of them
  std::string exception_type;    // of kCppException: qualified, or its last components
  std::string message;           // contained in the exception's or assertion's text
  std::string function;          // on the stack: qualified, or its last components
};

/// From the command line's words. `exception`: a C++ type ("YAML::ParserException"), a signal ("SIGSEGV"), or a kind
/// ("abort", "assertion", "heap-buffer-overflow"). Errors: nothing is described; neither type, signal nor kind; a text
/// looked for in a crash that carries none.
[[nodiscard]] Expected<CrashDescription> parse_description(const std::string& exception, const std::string& message,
                                                           const std::string& function);

/// Of exceptions and assertions a text is known.
[[nodiscard]] bool carries_text(CrashKind kind);

/// What a report says, as a description: its kind, type and text, and the function of its innermost subject frame.
[[nodiscard]] CrashDescription description_of(const CrashReport& report);

/// One line: "YAML::ParserException with "anchor not found" in YAML::Load".
[[nodiscard]] std::string to_string(const CrashDescription& description);

/// Which parts of a description hold; one that is left out does.
struct DescriptionMatch {
  bool type = false, message = false, function = false;
  [[nodiscard]] bool all() const { return type && message && function; }
};
/// Time-outs and exits are no crashes: their type never matches.
[[nodiscard]] bool is_type(const CrashDescription& description, CrashKind kind, std::string_view exception_type);
/// Does the message contain the one described? True if none is.
[[nodiscard]] bool has_message(const CrashDescription& description, std::string_view message);
/// Is `function`, of a frame or a program, the one described? True if none is.
[[nodiscard]] bool is_function(const CrashDescription& description, std::string_view function);
/// A crash as it was reported by a fresh process; `difference` in words, empty if everything holds.
[[nodiscard]] DescriptionMatch match(const CrashDescription& description, const CrashReport& observed,
                                     std::string& difference);

}  // namespace reenact
