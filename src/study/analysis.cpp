#include "study/analysis.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace reenact::study {
namespace {

/// How many frames a run reproduced; a run without a verified test reproduced none.
unsigned frames_of(const Run& run) {
  return run.status == "reproduced" || run.status == "partial" ? run.frames_reproduced : 0;
}

void add(Sample& sample, const Run& run, unsigned highest, double budget) {
  const bool reproduced = highest > 0 && frames_of(run) >= highest;
  ++sample.runs;
  sample.reproduced += reproduced ? 1 : 0;
  sample.errors += run.status == "error" ? 1 : 0;
  sample.seconds.push_back(reproduced ? std::min(run.search_seconds, budget) : budget);
}

void add(Sample& sample, const Sample& more) {
  sample.runs += more.runs;
  sample.reproduced += more.reproduced;
  sample.errors += more.errors;
  sample.seconds.insert(sample.seconds.end(), more.seconds.begin(), more.seconds.end());
}

std::optional<Comparison> compare(const Sample& a, const Sample& b) {
  if (a.runs == 0 || b.runs == 0) return std::nullopt;
  const TwoByTwo table{a.reproduced, a.runs - a.reproduced, b.reproduced, b.runs - b.reproduced};
  Comparison result;
  result.odds_ratio = odds_ratio(table);
  result.fisher_p = fisher_exact(table);
  if (a.reproduced + b.reproduced > 0)
    result.efficiency = {vargha_delaney(a.seconds, b.seconds), wilcoxon_rank_sum(a.seconds, b.seconds)};
  return result;
}

CrashAnalysis analyse(const PlannedCrash& crash, const std::vector<const Run*>& runs, const Analysis& study) {
  CrashAnalysis result;
  result.id = crash.id;
  for (const Run* run : runs) {
    result.frames = std::max(result.frames, run->frames_total);
    result.highest = std::max(result.highest, frames_of(*run));
  }
  result.samples.resize(study.configurations.size());
  for (const Run* run : runs) {
    const auto found = std::ranges::find(study.configurations, run->configuration);
    if (found == study.configurations.end()) continue;
    add(result.samples[static_cast<std::size_t>(found - study.configurations.begin())], *run, result.highest,
        study.budget_seconds);
  }
  for (const auto& [a, b] : study.pairs) result.comparisons.push_back(compare(result.samples[a], result.samples[b]));
  return result;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void count(PairSummary& summary, const Comparison& comparison, const Sample& a, const Sample& b, double alpha) {
  if (comparison.fisher_p < alpha) ++(comparison.odds_ratio > 1 ? summary.better : summary.worse);
  if (!comparison.efficiency || comparison.efficiency->wilcoxon.p >= alpha) return;
  const double a12 = comparison.efficiency->a12;
  summary.a12.push_back(a12);
  const double spent = mean(b.seconds);
  if (a12 < 0.5 && spent > 0) summary.saved.push_back(1 - mean(a.seconds) / spent);
  const Magnitude magnitude = magnitude_of(a12);
  if (magnitude == Magnitude::kNegligible) return;
  ++(a12 < 0.5 ? summary.quicker
               : summary.slower)[static_cast<std::size_t>(magnitude) - static_cast<std::size_t>(Magnitude::kSmall)];
}

void summarise(Analysis& study) {
  study.configuration_summaries.resize(study.configurations.size());
  for (const CrashAnalysis& crash : study.crashes)
    for (std::size_t i = 0; i < study.configurations.size(); ++i) {
      ConfigurationSummary& summary = study.configuration_summaries[i];
      add(summary.all, crash.samples[i]);
      summary.crashes += crash.samples[i].reproduced > 0 ? 1 : 0;
      if (const auto ratio = crash.samples[i].ratio()) summary.ratios.push_back(*ratio);
    }
  for (std::size_t i = 0; i < study.pairs.size(); ++i) {
    const auto& [a, b] = study.pairs[i];
    PairSummary summary;
    summary.pooled = compare(study.configuration_summaries[a].all, study.configuration_summaries[b].all);
    for (const CrashAnalysis& crash : study.crashes)
      if (crash.comparisons[i]) count(summary, *crash.comparisons[i], crash.samples[a], crash.samples[b], study.alpha);
    study.pair_summaries.push_back(std::move(summary));
  }
}

}  // namespace

std::optional<double> Sample::ratio() const {
  if (runs == 0) return std::nullopt;
  return static_cast<double>(reproduced) / runs;
}

Analysis analyse(const Plan& plan, const std::vector<Run>& runs, std::optional<std::size_t> baseline, double alpha) {
  Analysis study;
  study.alpha = alpha;
  study.budget_seconds = std::chrono::duration<double>(plan.budget).count();
  study.runs = runs.size();
  study.planned = plan.repeats * plan.crashes.size() * plan.configurations.size();
  std::set<std::string> engines;
  for (const Run& run : runs) engines.insert(run.engine);
  study.engines = engines.size();
  for (const Configuration& configuration : plan.configurations) study.configurations.push_back(configuration.name);
  for (std::size_t b = 0; b < study.configurations.size(); ++b)
    for (std::size_t a = 0; a < study.configurations.size(); ++a)
      if (baseline ? b == *baseline && a != b : a > b) study.pairs.push_back({a, b});
  for (const PlannedCrash& crash : plan.crashes) {
    std::vector<const Run*> own;
    for (const Run& run : runs)
      if (run.crash == crash.id) own.push_back(&run);
    study.crashes.push_back(analyse(crash, own, study));
  }
  summarise(study);
  return study;
}

}  // namespace reenact::study
