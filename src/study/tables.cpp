#include "study/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace reenact::study {
namespace {

constexpr const char* kNothing = "-";

std::string number(double value) { return fmt::format("{:.4g}", value); }
std::string ratio_text(std::optional<double> ratio) { return ratio ? fmt::format("{:.3f}", *ratio) : kNothing; }
/// Small ones keep their size: "0.0004652", "1.2e-09".
std::string p_text(double p) { return p >= 0.0001 ? fmt::format("{:.4f}", p) : fmt::format("{:.1e}", p); }
std::string yes(bool significant) { return significant ? "yes" : "no"; }

std::vector<std::string> quartile_texts(const std::vector<double>& values) {
  if (values.empty()) return {kNothing, kNothing, kNothing, kNothing};
  const Quartiles q = quartiles_of(values);
  return {number(q.lower), number(q.median), number(q.upper), number(q.mean)};
}

void append(std::vector<std::string>& row, const std::vector<std::string>& more) {
  row.insert(row.end(), more.begin(), more.end());
}

std::vector<std::string> comparison_texts(const std::optional<Comparison>& comparison, double alpha) {
  if (!comparison) return std::vector<std::string>(9, kNothing);
  std::vector<std::string> row{number(comparison->odds_ratio), number(std::log(comparison->odds_ratio)),
                               p_text(comparison->fisher_p), yes(comparison->fisher_p < alpha)};
  if (!comparison->efficiency) {
    append(row, std::vector<std::string>(5, kNothing));
    return row;
  }
  const auto& [a12, wilcoxon] = *comparison->efficiency;
  append(row, {fmt::format("{:.3f}", a12), std::string(to_string(magnitude_of(a12))), number(wilcoxon.w),
               p_text(wilcoxon.p), yes(wilcoxon.p < alpha)});
  return row;
}
const std::vector<std::string> kComparisonHead{"odds ratio", "log odds", "Fisher p",   "differs",        "A12",
                                               "effect",     "W",        "Wilcoxon p", "differs in time"};

Table crashes_table(const Analysis& study) {
  Table table{"crashes",
              "Each crash: how often its highest frame was reproduced, and the seconds of search",
              {"crash", "frames", "highest", "configuration", "runs", "reproduced", "ratio", "errors", "seconds Q1",
               "seconds median", "seconds Q3", "seconds mean"},
              {}};
  for (const CrashAnalysis& crash : study.crashes)
    for (std::size_t i = 0; i < study.configurations.size(); ++i) {
      const Sample& sample = crash.samples[i];
      std::vector<std::string> row{crash.id,
                                   std::to_string(crash.frames),
                                   std::to_string(crash.highest),
                                   study.configurations[i],
                                   std::to_string(sample.runs),
                                   std::to_string(sample.reproduced),
                                   ratio_text(sample.ratio()),
                                   std::to_string(sample.errors)};
      append(row, quartile_texts(sample.seconds));
      table.rows.push_back(std::move(row));
    }
  return table;
}

Table comparisons_table(const Analysis& study) {
  Table table{"comparisons",
              "Each crash: configuration A against B (odds ratio above 1: A reproduces more often; A12 below 0.5: A is "
              "quicker)",
              {"crash", "A", "B"},
              {}};
  append(table.head, kComparisonHead);
  for (const CrashAnalysis& crash : study.crashes)
    for (std::size_t i = 0; i < study.pairs.size(); ++i) {
      std::vector<std::string> row{crash.id, study.configurations[study.pairs[i].a],
                                   study.configurations[study.pairs[i].b]};
      append(row, comparison_texts(crash.comparisons[i], study.alpha));
      table.rows.push_back(std::move(row));
    }
  return table;
}

Table overall_table(const Analysis& study) {
  Table table{"overall",
              "All crashes: reproduction ratio per crash, and the seconds of search of all runs",
              {"configuration", "crashes reproduced", "of", "runs", "reproduced", "ratio", "errors", "ratio Q1",
               "ratio median", "ratio Q3", "ratio mean", "seconds Q1", "seconds median", "seconds Q3", "seconds mean"},
              {}};
  for (std::size_t i = 0; i < study.configurations.size(); ++i) {
    const ConfigurationSummary& summary = study.configuration_summaries[i];
    std::vector<std::string> row{
        study.configurations[i],           std::to_string(summary.crashes),        std::to_string(study.crashes.size()),
        std::to_string(summary.all.runs),  std::to_string(summary.all.reproduced), ratio_text(summary.all.ratio()),
        std::to_string(summary.all.errors)};
    append(row, quartile_texts(summary.ratios));
    append(row, quartile_texts(summary.all.seconds));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string mean_text(const std::vector<double>& values) {
  return values.empty() ? kNothing : number(quartiles_of(values).mean);
}

Table overall_comparisons_table(const Analysis& study) {
  Table table{"overall-comparisons", "All crashes: configuration A against B, from all runs together", {"A", "B"}, {}};
  append(table.head, kComparisonHead);
  for (std::size_t i = 0; i < study.pairs.size(); ++i) {
    std::vector<std::string> row{study.configurations[study.pairs[i].a], study.configurations[study.pairs[i].b]};
    append(row, comparison_texts(study.pair_summaries[i].pooled, study.alpha));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table significant_table(const Analysis& study) {
  Table table{"significant",
              "In how many crashes A differs significantly from B: ratio better or worse; quicker or slower by effect",
              {"A", "B", "better", "worse", "quicker", "q. small", "q. medium", "q. large", "slower", "s. small",
               "s. medium", "s. large", "mean A12", "mean time saved"},
              {}};
  for (std::size_t i = 0; i < study.pairs.size(); ++i) {
    const PairSummary& summary = study.pair_summaries[i];
    std::vector<std::string> row{study.configurations[study.pairs[i].a], study.configurations[study.pairs[i].b],
                                 std::to_string(summary.better), std::to_string(summary.worse)};
    for (const auto& counts : {summary.quicker, summary.slower}) {
      row.push_back(std::to_string(counts[0] + counts[1] + counts[2]));
      for (const unsigned count : counts) row.push_back(std::to_string(count));
    }
    append(row, {mean_text(summary.a12), mean_text(summary.saved)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table runs_table(std::vector<Run> runs) {
  Table table{"runs",
              "Every run",
              {"crash", "configuration", "repeat", "seed", "status", "frames", "frames reproduced", "executions",
               "statements", "search seconds", "seconds", "error", "engine"},
              {}};
  std::ranges::sort(runs, {}, [](const Run& run) { return std::tie(run.crash, run.configuration, run.repeat); });
  for (const Run& run : runs)
    table.rows.push_back({run.crash, run.configuration, std::to_string(run.repeat), std::to_string(run.seed),
                          run.status, std::to_string(run.frames_total), std::to_string(run.frames_reproduced),
                          std::to_string(run.executions), std::to_string(run.statements),
                          fmt::format("{:.6g}", run.search_seconds), fmt::format("{:.6g}", run.seconds), run.error,
                          run.engine});
  return table;
}

std::string csv_cell(const std::string& text) {
  if (text == kNothing) return "";
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv(const Table& table) {
  std::string text;
  const auto line = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + csv_cell(row[i]);
    text += "\n";
  };
  line(table.head);
  for (const auto& row : table.rows) line(row);
  return text;
}

/// One line, and safe inside a cell of Markdown.
std::string cell(std::string text, bool markdown) {
  std::ranges::replace(text, '\n', ' ');
  if (text.size() > 80) text = text.substr(0, 77) + "...";
  std::string result;
  for (const char c : text) result += c == '|' && markdown ? "\\|" : std::string(1, c);
  return result;
}

bool numeric(const Table& table, std::size_t column) {
  return std::ranges::all_of(table.rows, [&](const auto& row) {
    return row[column].find_first_not_of("0123456789.+-einf") == std::string::npos;
  });
}

std::string aligned(const Table& table, bool markdown) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.head.size(); ++column) {
    widths.push_back(table.head[column].size());
    for (const auto& row : table.rows) widths.back() = std::max(widths.back(), cell(row[column], markdown).size());
  }
  std::string text = markdown ? "### " + table.title + "\n\n" : table.title + "\n";
  const auto line = [&](const std::vector<std::string>& row) {
    std::string result = markdown ? "|" : " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string content = cell(row[i], markdown);
      result +=
          numeric(table, i) ? fmt::format(" {:>{}}", content, widths[i]) : fmt::format(" {:<{}}", content, widths[i]);
      result += markdown ? " |" : " ";
    }
    result.erase(result.find_last_not_of(' ') + 1);
    text += result + "\n";
  };
  line(table.head);
  if (markdown) {
    text += "|";
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += std::string(widths[i] + 1, '-') + (numeric(table, i) ? ":|" : "-|");
    text += "\n";
  }
  for (const auto& row : table.rows) line(row);
  return text;
}

}  // namespace

const std::vector<std::string>& table_names() {
  static const std::vector<std::string> names{"crashes",     "comparisons", "overall", "overall-comparisons",
                                              "significant", "runs"};
  return names;
}

std::vector<Table> tables_of(const Analysis& study, const std::vector<Run>& runs) {
  return {crashes_table(study),     comparisons_table(study), overall_table(study), overall_comparisons_table(study),
          significant_table(study), runs_table(runs)};
}

std::string format_table(const Table& table, Format format) {
  return format == Format::kCsv ? csv(table) : aligned(table, format == Format::kMarkdown);
}

std::vector<std::string> remarks_of(const Analysis& study) {
  std::vector<std::string> lines{
      fmt::format("{} of {} planned runs, {} s of search each; significant means p < {}", study.runs, study.planned,
                  number(study.budget_seconds), study.alpha),
      "A run reproduces a crash if it reproduces as many frames as the best run of any configuration did (highest). "
      "Seconds: a run that does not counts as the full budget."};
  if (study.runs < study.planned) lines.push_back("The study is not complete: what follows is preliminary.");
  if (study.engines > 1)
    lines.push_back(
        fmt::format("The runs are from {} different builds of reenact: they may not compare.", study.engines));
  unsigned errors = 0;
  for (const ConfigurationSummary& summary : study.configuration_summaries) errors += summary.all.errors;
  if (errors > 0)
    lines.push_back(
        fmt::format("{} runs ended in an error and count as not reproducing; --table runs shows why.", errors));
  return lines;
}

}  // namespace reenact::study
