#include "explore/line_coverage.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "check/run_test.h"
#include "explore/compile.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kFlags{"-fprofile-instr-generate", "-fcoverage-mapping", "-O0"};

ToolRun tool_run(const CoverageRequest& request) {
  return {.work_dir = request.work_dir,
          .what = "coverage could not be measured",
          .environment = {},
          .readable = {},
          .interrupted = request.interrupted};
}

Expected<std::vector<FileCoverage>> summary_from(const std::string& text) {
  const auto all = nlohmann::json::parse(text, nullptr, false);
  if (all.is_discarded() || !all.contains("data") || all["data"].empty())
    return subject_error("coverage could not be measured: llvm-cov-19 writes no JSON");
  std::vector<FileCoverage> result;
  for (const auto& each : all["data"][0].value("files", nlohmann::json::array())) {
    const auto& summary = each.at("summary");
    const auto count = [&](const char* what, const char* of) { return summary.at(what).at(of).get<std::size_t>(); };
    result.push_back({each.at("filename").get<std::string>(), count("lines", "count"), count("lines", "covered"),
                      count("branches", "count"), count("branches", "covered")});
  }
  return result;
}

}  // namespace

Expected<CoverageBuild> CoverageBuild::make(CoverageRequest request) {
  CoverageBuild result(std::move(request));
  const fs::path& folder = result.request_.work_dir;
  if (const auto made = make_folder(folder); !made) return std::unexpected(made.error());
  auto objects = compile_all(result.request_.build.sources, kFlags, tool_run(result.request_), result.request_.jobs);
  if (!objects) return std::unexpected(objects.error());
  result.objects_ = std::move(*objects);
  return result;
}

Expected<void> CoverageBuild::use_suite(const fs::path& source) {
  ToolRun tool = tool_run(request_);
  tool.work_dir = request_.work_dir / "suite";
  tool.readable = {request_.work_dir};
  if (const auto made = make_folder(tool.work_dir); !made) return made;
  const auto suite = compile_all({{source, false, request_.build.compile_flags}}, kFlags, tool, 1);
  if (!suite) return std::unexpected(suite.error());
  std::vector<fs::path> objects = *suite;
  objects.insert(objects.end(), objects_.begin(), objects_.end());
  program_ = tool.work_dir / "covered";
  return link_suite(objects, {"-fprofile-instr-generate"}, request_.build, program_, tool);
}

Expected<void> CoverageBuild::run(const std::string& filter) {
  TestRun run;
  run.binary = program_;
  run.scratch = request_.work_dir / "run";
  run.filter = filter;
  run.interrupted = request_.interrupted;
  if (const auto ran = run_suite(run); !ran) return std::unexpected(ran.error());
  profile_ = request_.work_dir / "suite.profdata";
  // Where the runtime of clang's coverage writes if nobody says otherwise.
  const std::string raw = (run.scratch / "default.profraw").string();
  const auto merged =
      run_tool({"llvm-profdata-19", "merge", "-sparse", raw, "-o", profile_.string()}, tool_run(request_));
  if (!merged) return std::unexpected(merged.error());
  return {};
}

Expected<std::string> CoverageBuild::run_llvm_cov(std::vector<std::string> command) const {
  command.insert(command.begin(), "llvm-cov-19");
  command.push_back(program_.string());
  command.push_back("-instr-profile=" + profile_.string());
  command.insert(command.end(), request_.files.begin(), request_.files.end());
  return run_tool(command, tool_run(request_));
}

Expected<std::vector<FileCoverage>> CoverageBuild::summary() const {
  const auto text = run_llvm_cov({"export", "-summary-only"});
  if (!text) return std::unexpected(text.error());
  return summary_from(*text);
}

Expected<CoveredPlaces> CoverageBuild::places() const {
  const auto text = run_llvm_cov({"export", "-skip-functions"});
  if (!text) return std::unexpected(text.error());
  return covered_places(*text);
}

Expected<void> CoverageBuild::write_pages(const fs::path& html) const {
  const fs::path own = request_.work_dir / "html";
  const auto pages = run_llvm_cov({"show", "-format=html", "-show-branches=count", "-output-dir=" + own.string()});
  if (!pages) return std::unexpected(pages.error());
  std::error_code error;
  fs::remove_all(html, error);
  fs::copy(own, html, fs::copy_options::recursive, error);
  if (error) return usage_error(fmt::format("{}: cannot be written: {}", html.string(), error.message()));
  return {};
}

CoveredPlaces covered_places(const std::string& exported) {
  CoveredPlaces result;
  const auto all = nlohmann::json::parse(exported, nullptr, false);
  if (all.is_discarded() || !all.contains("data") || all["data"].empty()) return result;
  for (const auto& file : all["data"][0].value("files", nlohmann::json::array())) {
    const std::string name = file.value("filename", "");
    // Line, column, count, whether there is a count, whether a region begins, whether it is a gap between regions.
    for (const auto& each : file.value("segments", nlohmann::json::array()))
      if (each[3] == true && each[4] == true && each[5] == false && each[2] > 0)
        result.insert(fmt::format("{}:{}:{}", name, each[0].get<int>(), each[1].get<int>()));
    // Line and column of both ends, how often it was true, how often false.
    for (const auto& each : file.value("branches", nlohmann::json::array()))
      for (const std::size_t side : {4uz, 5uz})
        if (each[side] > 0)
          result.insert(fmt::format("{}:{}:{}:{}:{}:{}", name, each[0].get<int>(), each[1].get<int>(),
                                    each[2].get<int>(), each[3].get<int>(), side == 4 ? "true" : "false"));
  }
  return result;
}

}  // namespace reenact
