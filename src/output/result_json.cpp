#include "output/result_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

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
  return {{"kind", to_string(report.kind)},    {"dialect", to_string(report.dialect)},
          {"message", report.message},         {"exception_type", report.exception_type},
          {"ubsan_check", report.ubsan_check}, {"frames", frames}};
}

/// Of the runs in fresh processes, how many crash as reported.
double rate_of(const Verdict& verdict) {
  return verdict.runs == 0 ? 0 : static_cast<double>(verdict.runs_matching) / verdict.runs;
}

json places_json(const std::vector<Frame>& frames) {
  json places = json::array();
  for (const Frame& frame : frames)
    places.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line.value}});
  return places;
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
  return dump({{"status", to_string(result.status)},
               {"crash", crash_json(report)},
               {"frames_total", result.frames_total},
               {"frames_reproduced", result.frames_reproduced},
               {"frames_of_the_program", places_json(result.frames_of_the_program)},
               {"cycle", result.verdict.cycle},
               {"not_compared", result.verdict.not_compared},
               {"fitness", result.fitness},
               {"lacks", result.lacks},
               {"warnings", result.warnings},
               {"strategy", context.strategy},
               {"fitness_function", context.fitness},
               {"seed", context.seed.value},
               {"executions", result.executions},
               {"search_executions", result.search_executions},
               {"executions_per_second", search > 0 ? static_cast<double>(result.search_executions) / search : 0.0},
               {"generations", result.generations},
               {"seconds", seconds},
               {"statements", result.statements},
               {"verified_runs", fmt::format("{}/{}", result.verdict.runs_matching, result.verdict.runs)},
               {"rate", rate_of(result.verdict)},
               {"flaky", result.verdict.runs_matching > 0 && result.verdict.runs_matching < result.verdict.runs},
               {"test_file", result.test_source.empty() ? "" : context.test_file},
               {"replay", context.replay},
               {"other_crashes", others},
               {"error", ""}});
}

std::string error_json(const ResultContext& context) {
  return dump(
      {{"status", "error"}, {"seed", context.seed.value}, {"replay", context.replay}, {"error", context.error}});
}

}  // namespace reenact
