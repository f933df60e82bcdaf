// The verdict alone, for a test from anywhere: does it crash as a report says, how often, and does a patch end that?
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "build/options.h"
#include "check/check.h"
#include "session/reproduction.h"

namespace reenact {

struct VerifyOptions {
  SubjectOptions subject;
  std::filesystem::path scratch;    // ours
  std::filesystem::path test;       // a C++ file with GoogleTest tests
  std::filesystem::path patch;      // --fixed-by; empty: none
  std::filesystem::path near_miss;  // a test that passes before the patch, and has to pass behind it; empty: none
  std::size_t frame = 0;            // 1-based: so many innermost frames; 0: all
  unsigned runs = 3;
};

struct Verification {
  Reproduction result;               // without a search: verdict, frames, notes, the test's text
  std::optional<Passes> fixed;       // of the test with the patch
  std::optional<Passes> near_miss;   // without the patch
  std::optional<Passes> near_fixed;  // with it
  /// Crashes as reported in every run, and does all that else was asked for.
  [[nodiscard]] bool holds() const;
};

/// Errors: the subject's; a test or a patch that cannot be read or does not compile; gdb is missing; kInterrupted. That it does not
/// crash as reported is none.
[[nodiscard]] Expected<Verification> verify(const CrashReport& report, const VerifyOptions& options);

}  // namespace reenact
