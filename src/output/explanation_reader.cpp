#include "output/explanation_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace reenact {

std::optional<ExplanationSummary> read_explanation_json(const std::string& text) {
  const auto all = nlohmann::json::parse(text, nullptr, false);
  if (!all.is_object() || !all.contains("counters")) return std::nullopt;
  try {
    ExplanationSummary summary;
    for (const auto& frame : all.at("frames")) {
      ++summary.frames;
      const auto& preconditions = frame.at("preconditions");
      if (!preconditions.empty()) {
        summary.highest = summary.frames;
        summary.proven =
            std::ranges::any_of(preconditions, [](const auto& each) { return each.value("proven", false); });
      }
      if (summary.impossible_from == 0 && frame.value("cannot_be", false)) summary.impossible_from = summary.frames;
    }
    const auto& counters = all.at("counters");
    summary.paths = counters.value("paths", std::uint64_t{0});
    summary.checks = counters.value("checks", std::uint64_t{0});
    summary.blocks = counters.value("blocks", std::uint64_t{0});
    summary.fields = counters.value("fields", std::uint64_t{0});
    summary.arrays = counters.value("arrays", std::uint64_t{0});
    summary.calls = counters.value("calls", std::uint64_t{0});
    summary.seconds = all.value("seconds", 0.0);
    summary.stopped = all.value("stopped", "");
    return summary;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace reenact
