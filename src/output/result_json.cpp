#include "output/result_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "output/explanation_words.h"

namespace reenact {
namespace {

using json = nlohmann::ordered_json;

json crash_json(const CrashReport& report, bool outermost_first = false) {
  json frames = json::array();
  for (const Frame& frame : report.frames) {
    json arguments = json::array();
    for (const Frame::Argument& argument : frame.arguments)
      arguments.push_back({{"name", argument.name}, {"value", argument.value}});
    frames.push_back({{"index", report.frames_cut + frames.size()},
                      {"function", frame.function},
                      {"file", frame.file},
                      {"line", frame.line.value},
                      {"owner", to_string(frame.owner)},
                      {"arguments", arguments}});
  }
  if (outermost_first) std::reverse(frames.begin(), frames.end());
  return {{"kind", to_string(report.kind)},
          {"dialect", to_string(report.dialect)},
          {"message", report.message},
          {"exception_type", report.exception_type},
          {"ubsan_check", report.ubsan_check},
          {"found_by", to_string(report.check)},
          {"frames", frames}};
}

/// Of the runs in fresh processes, how many crash as reported.
json runs_json(const Verdict& verdict) {
  return {{"verified_runs", fmt::format("{}/{}", verdict.runs_matching, verdict.runs)},
          {"rate", verdict.runs == 0 ? 0.0 : static_cast<double>(verdict.runs_matching) / verdict.runs},
          {"flaky", verdict.runs_matching > 0 && verdict.runs_matching < verdict.runs}};
}

json places_json(const std::vector<Frame>& frames) {
  json places = json::array();
  for (const Frame& frame : frames)
    places.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line.value}});
  return places;
}

/// How much of the report the verdict is about.
json claims_json(const Reproduction& result) {
  return {{"frames_total", result.frames_total},
          {"frames_reproduced", result.frames_reproduced},
          {"frames_of_the_program", places_json(result.frames_of_the_program)},
          {"cycle", result.verdict.cycle},
          {"not_compared", result.verdict.not_compared},
          {"earlier_finding", result.verdict.earlier}};
}

std::string dump(const json& value) { return value.dump(2, ' ', false, json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::kReproduced:
      return "reproduced";
    case Status::kPartial:
      return "partial";
    case Status::kNotReproduced:
      return "not_reproduced";
  }
  return "not_reproduced";
}

std::string report_json(const CrashReport& report, bool outermost_first) {
  return dump(crash_json(report, outermost_first));
}

std::string result_json(const CrashReport& report, const Reproduction& result, const ResultContext& context) {
  json seconds = json::object();
  double search = 0;
  for (const Phase& phase : result.phases) {
    seconds[phase.name] = seconds.value(phase.name, 0.0) + phase.seconds;
    if (phase.name == "search") search += phase.seconds;
  }
  json others = json::array();
  for (const OtherCrash& other : result.others)
    others.push_back({{"description", other.description}, {"times", other.times}});
  for (const OtherTest& test : result.other_tests)
    others[test.crash]["test_file"] = (std::filesystem::path(context.others_folder) / (test.name + ".cpp")).string();
  json out{{"status", to_string(result.status)}, {"crash", crash_json(report)}};
  out.update(claims_json(result));
  out.update({{"fitness", result.fitness},
              {"lacks", result.lacks},
              {"warnings", result.warnings},
              {"strategy", context.strategy},
              {"found_by", result.found_by},
              {"fitness_function", context.fitness},
              {"seed", context.seed.value},
              {"executions", result.executions},
              {"search_executions", result.search_executions},
              {"executions_per_second", search > 0 ? static_cast<double>(result.search_executions) / search : 0.0},
              {"search_costs",
               {{"crashes_outlived", result.costs.outlived},
                {"hangs", result.costs.hangs},
                {"hang_seconds", result.costs.hang_seconds},
                {"processes", result.costs.processes}}},
              {"generations", result.generations},
              {"paths",
               {{"attempted", result.paths.attempted},
                {"replayed", result.paths.replayed},
                {"as_predicted", result.paths.as_predicted}}},
              {"seconds", seconds},
              {"statements", result.statements},
              {"well_formed", result.broken_contracts.empty()},
              {"broken_contracts", result.broken_contracts}});
  out.update(runs_json(result.verdict));
  out.update({{"test_file", result.test_source.empty() ? "" : context.test_file},
              {"replay", context.replay},
              {"other_crashes", others},
              {"explanation", result.explanation ? json::parse(explanation_json(*result.explanation)) : json()},
              {"error", ""}});
  return dump(out);
}

std::string verification_json(const CrashReport& report, const Verification& verification,
                              const ResultContext& context) {
  const Reproduction& result = verification.result;
  json out{{"status", to_string(result.status)}, {"crash", crash_json(report)}};
  out.update(claims_json(result));
  out.update({{"lacks", result.lacks}});
  out.update(runs_json(result.verdict));
  out.update({{"test_file", context.test_file}, {"replay", context.replay}, {"error", ""}});
  const auto add = [&out](const char* name, const std::optional<Passes>& passes) {
    if (passes)
      out[name] = {{"passing_runs", fmt::format("{}/{}", passes->passing, passes->runs)},
                   {"otherwise", passes->otherwise}};
  };
  add("fixed_by", verification.fixed);
  add("near_miss", verification.near_miss);
  add("near_miss_fixed", verification.near_fixed);
  return dump(out);
}

std::string error_json(const ResultContext& context) {
  return dump(
      {{"status", "error"}, {"seed", context.seed.value}, {"replay", context.replay}, {"error", context.error}});
}

}  // namespace reenact
