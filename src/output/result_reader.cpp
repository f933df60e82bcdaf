#include "output/result_reader.h"

#include <nlohmann/json.hpp>

namespace reenact {

std::optional<ResultSummary> read_result_json(const std::string& text) {
  const auto result = nlohmann::json::parse(text, nullptr, false);
  if (!result.is_object() || !result.contains("status")) return std::nullopt;
  try {
    ResultSummary summary;
    summary.status = result.at("status");
    summary.frames_total = result.value("frames_total", 0u);
    summary.frames_reproduced = result.value("frames_reproduced", 0u);
    summary.executions = result.value("executions", std::uint64_t{0});
    summary.statements = result.value("statements", 0u);
    summary.search_seconds = result.value("seconds", nlohmann::json::object()).value("search", 0.0);
    summary.error = result.value("error", "");
    return summary;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace reenact
