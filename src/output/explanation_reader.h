// Reads what explanation_words.h writes for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace reenact {

/// What a study wants to know of `reenact explain --json`.
struct ExplanationSummary {
  unsigned frames = 0;           // of the trace
  unsigned highest = 0;          // the outermost frame with a precondition, from 1; 0: none has one
  bool proven = false;           // that frame has a precondition for which nothing was taken for granted
  unsigned impossible_from = 0;  // the innermost frame that is proven not to crash there, from 1; 0: none
  /// The columns of the paper's Table 6, in its order.
  std::uint64_t paths = 0, checks = 0, blocks = 0, fields = 0, arrays = 0, calls = 0;
  double seconds = 0;
  std::string stopped;  // why not everything was looked at; empty: it was
};

/// nullopt if `text` is none.
[[nodiscard]] std::optional<ExplanationSummary> read_explanation_json(const std::string& text);

}  // namespace reenact
