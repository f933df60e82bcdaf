#include "study/star_study.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace reenact::study {
namespace {

constexpr std::array kSwitches{"--no-prune-paths", "--no-guided-backtracking", "--no-recognise-contradictions"};

Configuration explanation(const std::string& name, std::vector<std::string> options) {
  // As the paper: one precondition of the highest frame is enough.
  options.insert(options.begin(), {"--enough", "1"});
  return {.name = name, .options = std::move(options), .command = Command::kExplain};
}

const Run* find(const std::vector<Run>& runs, const std::string& crash, const std::string& configuration) {
  const auto found = std::ranges::find_if(
      runs, [&](const Run& run) { return run.crash == crash && run.configuration == configuration; });
  return found == runs.end() ? nullptr : &*found;
}

std::optional<ExplanationSummary> explained(const std::vector<Run>& runs, const std::string& crash,
                                            const std::string& configuration) {
  const Run* run = find(runs, crash, configuration);
  if (run == nullptr || run->status == "error") return std::nullopt;
  return read_explanation_json(run->result);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// A reproduction knows more templates than an explanation alone, which has all its time for each of the crash's conditions.
void note_frames(const ExplanationSummary& found, StarCrash& crash) {
  crash.frames = std::max(crash.frames, found.frames);
  if (found.highest > crash.precondition) {
    crash.precondition = found.highest;
    crash.is_proven = found.proven;
  } else if (found.highest == crash.precondition) {
    crash.is_proven = crash.is_proven || found.proven;
  }
}

void read_test(const Run& run, StarCrash& crash) {
  crash.has_run = true;
  crash.seconds = run.search_seconds;
  if (run.status == "error") {
    crash.why_not = first_line(run.error);
    return;
  }
  crash.frames = run.frames_total;
  crash.exploited = run.status == "not_reproduced" ? 0 : run.frames_reproduced;
  if (crash.exploited > 0) crash.calls = run.statements;
  const auto result = nlohmann::json::parse(run.result, nullptr, false);
  if (!result.is_object()) return;
  if (const auto found = read_explanation_json(result.value("explanation", nlohmann::json()).dump()))
    note_frames(*found, crash);
  crash.is_useful = run.status == "reproduced" && result.value("well_formed", false) && !result.value("flaky", true);
  if (run.status != "reproduced") crash.why_not = first_line(result.value("lacks", ""));
}

}  // namespace

Plan star_plan(Plan crashes) {
  crashes.repeats = 1;
  crashes.configurations = {{.name = kStarTest, .options = {"--strategy", "star"}}, explanation(kStarAll, {})};
  crashes.configurations.push_back(explanation(kStarNone, {kSwitches.begin(), kSwitches.end()}));
  for (std::size_t on = 0; on < kStarSingle.size(); ++on) {
    std::vector<std::string> others(kSwitches.begin(), kSwitches.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(on));
    crashes.configurations.push_back(explanation(kStarSingle.at(on), std::move(others)));
  }
  return crashes;
}

std::set<std::string> star_ablations() {
  std::set<std::string> names{kStarNone};
  names.insert(kStarSingle.begin(), kStarSingle.end());
  return names;
}

bool StarAblation::counts() const {
  return none && all && all->highest > 0 &&
         std::ranges::all_of(single, [](const auto& each) { return each.has_value(); });
}

std::vector<StarCrash> star_crashes(const Plan& plan, const std::vector<Run>& runs) {
  std::vector<StarCrash> result;
  for (const PlannedCrash& each : plan.crashes) {
    StarCrash crash;
    crash.id = each.id;
    if (const Run* run = find(runs, each.id, kStarTest)) read_test(*run, crash);
    if (const auto found = explained(runs, each.id, kStarAll)) {
      note_frames(*found, crash);
      if (found->highest == 0 && !found->stopped.empty()) crash.why_not = first_line(found->stopped);
    }
    result.push_back(std::move(crash));
  }
  return result;
}

std::vector<StarAblation> star_ablation(const Plan& plan, const std::vector<Run>& runs) {
  std::vector<StarAblation> result;
  for (const PlannedCrash& each : plan.crashes) {
    StarAblation one{each.id, explained(runs, each.id, kStarNone), explained(runs, each.id, kStarAll), {}};
    for (std::size_t i = 0; i < kStarSingle.size(); ++i) one.single.at(i) = explained(runs, each.id, kStarSingle.at(i));
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace reenact::study
