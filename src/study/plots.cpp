#include "study/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "study/svg.h"

namespace reenact::study {
namespace {

std::string name_of(const Analysis& study, const Pair& pair) {
  return study.configurations[pair.a] + " / " + study.configurations[pair.b];
}

using Values = std::function<const std::vector<double>&(std::size_t)>;

std::string boxes(const Analysis& study, const std::string& title, const std::string& axis, double most,
                  const Values& values) {
  BoxPlot plot{title, axis, 0, most, {}};
  for (std::size_t i = 0; i < study.configurations.size(); ++i)
    plot.boxes.push_back({study.configurations[i], values(i)});
  return svg(plot);
}

/// The axis ends where the values do: most searches need little of their budget.
std::string seconds(const Analysis& study, const std::string& title, const Values& values) {
  double most = 0;
  for (std::size_t i = 0; i < study.configurations.size(); ++i)
    for (const double value : values(i)) most = std::max(most, value);
  return boxes(study, title, "seconds", most, values);
}

std::string pair_boxes(const Analysis& study, const std::string& title, const std::string& axis, double least,
                       std::vector<double> PairSummary::* values) {
  BoxPlot plot{title, axis, least, 1, {}};
  for (std::size_t i = 0; i < study.pairs.size(); ++i) {
    for (const double value : study.pair_summaries[i].*values) plot.least = std::min(plot.least, value);
    plot.boxes.push_back({name_of(study, study.pairs[i]), study.pair_summaries[i].*values});
  }
  return svg(plot);
}

std::string effectiveness(const Analysis& study) {
  BarPlot plot{fmt::format("Reproduction ratio, A / B: p < {}", study.alpha), "crashes", {"differs"}, {}};
  for (std::size_t i = 0; i < study.pairs.size(); ++i) {
    plot.bars.push_back({name_of(study, study.pairs[i]) + ": better", {study.pair_summaries[i].better}});
    plot.bars.push_back({"worse", {study.pair_summaries[i].worse}});
  }
  return svg(plot);
}

std::string efficiency(const Analysis& study) {
  BarPlot plot{
      fmt::format("Time of search, A / B: p < {}", study.alpha), "crashes", {"small effect", "medium", "large"}, {}};
  for (std::size_t i = 0; i < study.pairs.size(); ++i) {
    const PairSummary& summary = study.pair_summaries[i];
    plot.bars.push_back(
        {name_of(study, study.pairs[i]) + ": quicker", {summary.quicker.begin(), summary.quicker.end()}});
    plot.bars.push_back({"slower", {summary.slower.begin(), summary.slower.end()}});
  }
  return svg(plot);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> plots_of(const Analysis& study) {
  const auto& configurations = study.configuration_summaries;
  std::vector<std::pair<std::string, std::string>> result;
  result.emplace_back("ratio.svg", boxes(study, "Reproduction ratio per crash", "ratio", 1,
                                         [&](std::size_t i) -> const auto& { return configurations[i].ratios; }));
  result.emplace_back("seconds.svg", seconds(study, "Search, all runs", [&](std::size_t i) -> const auto& {
                        return configurations[i].all.seconds;
                      }));
  for (const CrashAnalysis& crash : study.crashes)
    result.emplace_back(
        "seconds-" + crash.id + ".svg",
        seconds(study, "Search: " + crash.id, [&](std::size_t i) -> const auto& { return crash.samples[i].seconds; }));
  result.emplace_back("effectiveness.svg", effectiveness(study));
  result.emplace_back("efficiency.svg", efficiency(study));
  result.emplace_back("a12.svg", pair_boxes(study, "A12 where times differ significantly (below 0.5: A quicker)", "A12",
                                            0, &PairSummary::a12));
  result.emplace_back("saved.svg", pair_boxes(study, "Share of time saved where A is significantly quicker", "share", 0,
                                              &PairSummary::saved));
  return result;
}

}  // namespace reenact::study
