// The page of the study of STAR's paper.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "study/star_study.h"

namespace reenact::study {
namespace {

/// A row of Table 6: the paper's columns.
struct Row {
  double level = 0, paths = 0, checks = 0, blocks = 0, fields = 0, arrays = 0, calls = 0, seconds = 0;
};

// Of the paper's tables 4 to 6 and figure 16.
constexpr unsigned kPapersCrashes = 52, kPapersPreconditions = 38, kPapersExploited = 31, kPapersUseful = 22;
constexpr Row kPapersNone{2.0, 693.5, 693.5, 847.1, 6640.4, 846.8, 4727.5, 59.3};
constexpr Row kPapersAll{3.4, 18.6, 32.7, 26.3, 174.7, 61.5, 95.1, 3.3};
constexpr std::array kPapersSingle{39.2, 50.0, 54.3};  // seconds, as kStarSingle

constexpr std::size_t kLongest = 160;  // characters of a reason

/// A cell of a Markdown table.
std::string cell(std::string text) {
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  std::string result;
  for (const char each : text) result += each == '|' ? std::string("\\|") : std::string(1, each);
  return result;
}

std::string crash_row(const StarCrash& crash) {
  const auto number = [](unsigned value) { return value == 0 ? std::string("-") : std::to_string(value); };
  const std::string precondition = crash.precondition > 0 && !crash.is_proven
                                       ? fmt::format("{} (guessed)", crash.precondition)
                                       : number(crash.precondition);
  return fmt::format("| {} | {} | {} | {} | {} | {} | {:.1f} | {} |\n", crash.id, precondition, number(crash.exploited),
                     number(crash.frames), crash.is_useful ? "yes" : "", number(crash.calls), crash.seconds,
                     crash.has_run ? cell(crash.why_not) : "has not run");
}

std::string totals(const std::vector<StarCrash>& crashes) {
  unsigned preconditions = 0, exploited = 0, whole = 0, useful = 0, least = 0, most = 0;
  double seconds = 0, calls = 0;
  for (const StarCrash& each : crashes) {
    preconditions += each.precondition > 0 ? 1 : 0;
    useful += each.is_useful ? 1 : 0;
    if (each.exploited == 0) continue;
    ++exploited;
    whole += each.exploited == each.frames ? 1 : 0;
    seconds += each.seconds;
    calls += each.calls;
    least = least == 0 ? each.calls : std::min(least, each.calls);
    most = std::max(most, each.calls);
  }
  const double count = std::max(1U, exploited);
  return fmt::format(
      "| | crashes | with a precondition | exploited | of these, all frames | useful | seconds of the exploited, mean "
      "| "
      "calls, mean (least to most) |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
      "| here | {} | {} | {} | {} | {} | {:.1f} | {:.1f} ({} to {}) |\n"
      "| the paper | {} | {} | {} | 20 | {} | 12.2 | 7.7 (2 to 19), lines |\n",
      crashes.size(), preconditions, exploited, whole, useful, seconds / count, calls / count, least, most,
      kPapersCrashes, kPapersPreconditions, kPapersExploited, kPapersUseful);
}

Row row_of(const ExplanationSummary& each) {
  const auto real = [](std::uint64_t value) { return static_cast<double>(value); };
  return {.level = static_cast<double>(each.highest),
          .paths = real(each.paths),
          .checks = real(each.checks),
          .blocks = real(each.blocks),
          .fields = real(each.fields),
          .arrays = real(each.arrays),
          .calls = real(each.calls),
          .seconds = each.seconds};
}

constexpr std::array kColumns{&Row::level,  &Row::paths,  &Row::checks, &Row::blocks,
                              &Row::fields, &Row::arrays, &Row::calls,  &Row::seconds};

Row mean(const std::vector<StarAblation>& ablation,
         const std::function<const ExplanationSummary&(const StarAblation&)>& which) {
  Row sum;
  for (const StarAblation& each : ablation) {
    const Row row = row_of(which(each));
    for (const auto column : kColumns) sum.*column += row.*column;
  }
  for (const auto column : kColumns) sum.*column /= static_cast<double>(ablation.size());
  return sum;
}

std::string text_of(const std::string& name, const Row& row) {
  std::string text = fmt::format("| {} |", name);
  for (const auto column : kColumns) text += fmt::format(" {:.1f} |", row.*column);
  return text + '\n';
}

/// How many times as much `without` is; of levels there is no such factor.
std::string factors(const std::string& name, const Row& without, const Row& with) {
  std::string text = fmt::format("| {} | |", name);
  for (const auto column : kColumns)
    if (column != &Row::level)
      text += with.*column > 0 ? fmt::format(" {:.1f} |", without.*column / with.*column) : std::string(" |");
  return text + '\n';
}

std::string means(const std::vector<StarAblation>& ablation) {
  const Row none = mean(ablation, [](const StarAblation& each) -> const ExplanationSummary& { return *each.none; });
  const Row all = mean(ablation, [](const StarAblation& each) -> const ExplanationSummary& { return *each.all; });
  std::string text =
      "| optimisations | highest frame | paths | checks | blocks | fields | arrays | calls | seconds |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  text += text_of("none", none);
  for (std::size_t i = 0; i < kStarSingle.size(); ++i)
    text += text_of(
        fmt::format("{} alone", kStarSingle.at(i)),
        mean(ablation, [i](const StarAblation& each) -> const ExplanationSummary& { return *each.single.at(i); }));
  text += text_of("all", all) + factors("none ÷ all", none, all);
  text += text_of("the paper's none", kPapersNone);
  for (std::size_t i = 0; i < kStarSingle.size(); ++i)
    text += fmt::format("| the paper's {} alone | | | | | | | | {} |\n", kStarSingle.at(i), kPapersSingle.at(i));
  return text + text_of("the paper's all", kPapersAll) + factors("the paper's none ÷ all", kPapersNone, kPapersAll);
}

std::string by_crash(const std::vector<StarAblation>& ablation) {
  std::string text =
      "| crash | frame, none | all | paths, none | all | checks, none | all | blocks, none | all | seconds, none | "
      "prune "
      "| backtrack | recognise | all |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- "
      "| --- |\n";
  for (const StarAblation& each : ablation)
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n",
                        each.id, each.none->highest, each.all->highest, each.none->paths, each.all->paths,
                        each.none->checks, each.all->checks, each.none->blocks, each.all->blocks, each.none->seconds,
                        each.single[0]->seconds, each.single[1]->seconds, each.single[2]->seconds, each.all->seconds);
  return text;
}

std::string ablation_section(const std::vector<StarAblation>& all, double limit) {
  std::vector<StarAblation> counted;
  std::ranges::copy_if(all, std::back_inserter(counted), &StarAblation::counts);
  std::string text = "\n## What the optimisations bring (Table 6)\n\n";
  if (counted.empty()) return text + "No crash has a precondition, and has run with each set of optimisations.\n";
  const auto is_cut = [limit](const StarAblation& each) { return each.none->seconds >= limit; };
  const auto has_fewer = [](const StarAblation& each) { return each.all->paths < each.none->paths; };
  const auto is_higher = [](const StarAblation& each) { return each.all->highest > each.none->highest; };
  text += fmt::format(
      "Of the {} crashes with a precondition that have run with each set: means of the highest frame with a "
      "precondition, "
      "paths, solver\nchecks, conditional blocks, field and array accesses, calls and seconds. Without optimisations "
      "{} of "
      "them take all the time there\nis ({:.0f} s; the paper's is 100 s). All three together go fewer paths in {}, and "
      "come to a higher frame in "
      "{}; in the paper they\ndo in 25 and 16 of 31.\n\n",
      counted.size(), std::ranges::count_if(counted, is_cut), limit, std::ranges::count_if(counted, has_fewer),
      std::ranges::count_if(counted, is_higher));
  return text + means(counted) + "\n### By crash\n\n" + by_crash(counted);
}

}  // namespace

std::string star_page(const Plan& plan, const std::vector<StarCrash>& crashes,
                      const std::vector<StarAblation>& ablation, const std::string& command) {
  const double budget = std::chrono::duration<double>(plan.budget).count();
  std::string page = fmt::format(
      "# STAR's study, repeated\n\n    {}\n\n"
      "wrote this page. Each crash is one `reenact reproduce --strategy star --jobs 1 --budget {:g}s`: preconditions, "
      "and tests composed "
      "of them;\nnothing is searched for. Frames are numbered from the innermost, those of the project alone. A frame "
      "is *exploited* "
      "if a test crashes\nwith the trace up to it, verified in fresh processes. A test is *useful* if it has all "
      "frames, crashes so each time, "
      "and breaks\nnothing that the library demands of its callers; in the paper people judged that. Seconds are those "
      "of computing "
      "preconditions and\ncomposing tests. Preconditions are those of `reenact explain`, which has as long for them. "
      "*Guessed*: something on the way was "
      "taken for\ngranted (docs/methods/star.md).\n\n",
      command, budget);
  page += totals(crashes);
  const auto missing = std::ranges::count_if(crashes, [](const StarCrash& each) { return !each.has_run; });
  if (missing > 0) page += fmt::format("\n{} of the crashes have not run yet.\n", missing);
  page +=
      "\n## By crash (Table 4)\n\n| crash | precondition | exploited | frames | useful | calls | seconds | why no test "
      "of "
      "all frames |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const StarCrash& each : crashes) page += crash_row(each);
  if (!ablation.empty()) page += ablation_section(ablation, budget);
  return page;
}

}  // namespace reenact::study
