// The page of the experiment of Tardis' paper.
#include <fmt/format.h>

#include <algorithm>

#include "study/statistics.h"
#include "study/svg.h"
#include "study/tardis_study.h"

namespace reenact::study {
namespace {

constexpr double kPapersFeasible = 10, kPapersProduced = 15;

const char* name_of(TardisInputs inputs) { return inputs == TardisInputs::kObject ? "object" : "calls"; }

std::string label_of(const std::string& order) { return order == "knn" ? "KNN" : "FIFO"; }

std::size_t longest(const std::vector<TardisArm>& arms) {
  std::size_t result = 1;
  for (const TardisArm& arm : arms)
    for (const auto& run : arm.runs) result = std::max(result, run.size());
  return result;
}

LinePlot plot_of(const TardisResult& result) {
  LinePlot plot{
      fmt::format("Path conditions attempted ({})", name_of(result.inputs)), "attempted, mean of the runs", {}};
  for (const bool feasible : {true, false})
    for (const TardisArm& arm : result.arms) {
      LinePlot::Line line{fmt::format("{}, {}", label_of(arm.order), feasible ? "feasible" : "infeasible"), {{0, 0}}};
      for (std::size_t at = 1; at <= longest(result.arms); ++at)
        line.points.emplace_back(static_cast<double>(at),
                                 mean_after(arm, at, feasible ? &TardisPoint::feasible : &TardisPoint::infeasible));
      plot.lines.push_back(std::move(line));
    }
  return plot;
}

/// Per run, when the paper's time is over.
std::vector<double> in_papers_time(const TardisArm& arm, std::size_t TardisPoint::* count) {
  std::vector<double> result;
  for (const auto& run : arm.runs) result.push_back(static_cast<double>(when_infeasible(run, kPapersAttempts).*count));
  return result;
}

double mean_of(const std::vector<double>& values) { return values.empty() ? 0 : quartiles_of(values).mean; }

std::string attempts_table(const TardisResult& result) {
  std::string text =
      "| attempts | KNN: feasible | infeasible | FIFO: feasible | infeasible |\n| --- | --- | --- | --- | --- |\n";
  const std::size_t all = longest(result.arms);
  std::vector<std::size_t> rows;
  for (std::size_t at = 10; at < all; at *= 2) rows.push_back(at);
  rows.push_back(all);
  for (const std::size_t at : rows) {
    text += fmt::format("| {}{} |", at, at == all ? " (all)" : "");
    for (const TardisArm& arm : result.arms)
      text += fmt::format(" {:.1f} | {:.1f} |", mean_after(arm, at, &TardisPoint::feasible),
                          mean_after(arm, at, &TardisPoint::infeasible));
    text += '\n';
  }
  return text;
}

std::string papers_time(const TardisResult& result) {
  std::string text = fmt::format(
      "After {} infeasible attempts, which is the paper's time (30 minutes, 5 threads, 180 s for each that fails; what "
      "succeeds counts "
      "as "
      "nothing):\n\n| | feasible attempted | of those produced | runs that said \"Yes\" |\n| --- | --- | --- | --- |\n",
      kPapersAttempts);
  for (const TardisArm& arm : result.arms) {
    const auto yes =
        std::ranges::count_if(arm.runs, [](const auto& run) { return when_infeasible(run, kPapersAttempts).said_yes; });
    text += fmt::format("| {} | {:.1f} | {:.1f} | {} of {} |\n", label_of(arm.order),
                        mean_of(in_papers_time(arm, &TardisPoint::feasible)),
                        mean_of(in_papers_time(arm, &TardisPoint::produced)), yes, arm.runs.size());
  }
  return text + fmt::format("| the paper's KNN | {} | {} | |\n| the paper's FIFO | half as many | | |\n",
                            kPapersFeasible, kPapersProduced);
}

std::string verdict(const TardisResult& result) {
  const auto knn = in_papers_time(result.arms[0], &TardisPoint::feasible);
  const auto fifo = in_papers_time(result.arms[1], &TardisPoint::feasible);
  if (knn.empty() || fifo.empty()) return "";
  const double a12 = vargha_delaney(knn, fifo), p = wilcoxon_rank_sum(knn, fifo).p;
  const double ratio = mean_of(fifo) > 0 ? mean_of(knn) / mean_of(fifo) : 0;
  const char* words = p >= 0.05    ? "no difference is shown"
                      : ratio >= 2 ? "KNN attempts at least twice as many, as published"
                      : ratio > 1  ? "KNN attempts more, but not twice as many as published"
                                   : "KNN is not better: it attempts fewer";
  return fmt::format("KNN's feasible attempts are {:.2f} times FIFO's (A12 {:.2f}, p {:.2g}, Wilcoxon): {}.\n", ratio,
                     a12, p, words);
}

std::string section(const TardisResult& result) {
  const bool object = result.inputs == TardisInputs::kObject;
  return fmt::format("\n## {}\n\n{}\n\n{}\n![]({})\n\n{}\n{}",
                     object ? "About the object, as in the paper" : "About the calls, as in our runs",
                     object ? "Path conditions are about the object's fields. That lengths are 5 and 10 and that no "
                              "number of b is negative, the\n"
                              "constructor alone knows: whatever denies it cannot be reached by a test."
                            : "Path conditions begin with the constructor's clauses, about its fifteen numbers: "
                              "lengths are constants, and that no\n"
                              "number of b is negative stands in front of each path.",
                     attempts_table(result), fmt::format("tardis/{}.svg", name_of(result.inputs)), papers_time(result),
                     verdict(result));
}

}  // namespace

TardisReport report_of(const std::vector<TardisResult>& results, const TardisStudyOptions& options) {
  TardisReport report;
  report.page = fmt::format(
      "# Tardis' experiment, repeated\n\n"
      "    reenact study tardis -o docs/studies --runs {} --attempts {} --seed {}\n\n"
      "wrote this page. The paper's program (a constructor of fifteen numbers, 32 feasible paths, one of which says "
      "\"Yes\") is rebuilt\n"
      "from its description (`src/study/tardis_program.h`). Path conditions are chosen by the paper's classifier (KNN) "
      "or by a queue\n"
      "(FIFO), and attempted one at a time. {} runs of each, until no path condition is left or {} are attempted; run "
      "r of both begins\n"
      "with the same object. Instead of a genetic search, which takes up to 180 s where there is nothing to find, a "
      "solver\n"
      "says at once whether the constructor can make an object for the path: so attempts are counted, not seconds.\n",
      options.runs, options.attempts, options.seed.value, options.runs, options.attempts);
  for (const TardisResult& each : results) {
    report.page += section(each);
    report.plots.emplace_back(fmt::format("{}.svg", name_of(each.inputs)), svg(plot_of(each)));
  }
  return report;
}

}  // namespace reenact::study
