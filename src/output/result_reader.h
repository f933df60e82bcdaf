// Reads what result_json.h writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace reenact {

/// What a study wants to know of a result.json.
struct ResultSummary {
  std::string status;  // "reproduced", "partial", "not_reproduced", "error"
  unsigned frames_total = 0, frames_reproduced = 0;
  std::uint64_t executions = 0;
  unsigned statements = 0;
  double search_seconds = 0;
  std::string error;
};

/// nullopt if `text` is no result.json.
[[nodiscard]] std::optional<ResultSummary> read_result_json(const std::string& text);

}  // namespace reenact
