#include "explore/line_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <thread>

#include "base/files.h"
#include "build/flags.h"
#include "check/run_test.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

Expected<std::string> run_tool(const std::vector<std::string>& command, const CoverageRequest& request) {
  ProcessOptions options;
  options.directory = request.work_dir;
  options.interrupted = request.interrupted;
  options.output_limit = 64u << 20;
  options.environment = {"TMPDIR=" + request.work_dir.string()};
  auto result = run_contained(tools_confinement(request.work_dir, paths_in(command)), command, options);
  if (!result) return std::unexpected(result.error());
  if (result->exit_status != 0)
    return subject_error(
        fmt::format("coverage could not be measured: {} says\n{}", command.front(), result->err.substr(0, 2000)));
  return std::move(result->out);
}

std::vector<std::string> command_for(const TestSource& source, const fs::path& object) {
  std::vector<std::string> command{source.is_c ? "clang-19" : "clang++-19"};
  command.insert(command.end(), source.flags.begin(), source.flags.end());
  command.insert(command.end(), {"-fprofile-instr-generate", "-fcoverage-mapping", "-O0", "-w", "-Wno-error", "-c",
                                 source.file.string(), "-o", object.string()});
  return command;
}

Expected<void> compile(const TestSource& source, const fs::path& object, const CoverageRequest& request) {
  std::vector<std::string> command = command_for(source, object);
  auto ended = run_tool(command, request);
  for (int round = 0; round < 3 && !ended && drop_unknown_options(command, ended.error().message); ++round)
    ended = run_tool(command, request);
  if (!ended) return std::unexpected(ended.error());
  return {};
}

/// The project's sources, and the suite last.
Expected<std::vector<fs::path>> compile_all(const CoverageRequest& request) {
  std::vector<TestSource> sources = request.build.sources;
  sources.push_back({request.suite, false, request.build.compile_flags});
  std::vector<fs::path> objects;
  for (std::size_t i = 0; i < sources.size(); ++i) objects.push_back(request.work_dir / fmt::format("unit-{}.o", i));
  std::atomic<std::size_t> next = 0;
  std::mutex telling;
  std::optional<Error> failed;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < sources.size();)
      if (const auto done = compile(sources[i], objects[i], request); !done) {
        const std::lock_guard lock(telling);
        failed = done.error();
      }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::max(1u, request.jobs); ++i) threads.emplace_back(work);
    work();
  }
  if (failed) return std::unexpected(*failed);
  return objects;
}

Expected<fs::path> link(const std::vector<fs::path>& objects, const CoverageRequest& request) {
  fs::path program = request.work_dir / "covered";
  std::vector<std::string> command{"clang++-19",   "-fuse-ld=lld",   "-fprofile-instr-generate",
                                   "-o",           program.string(), objects.back().string(),
                                   "-lgtest_main", "-lgtest",        "-Wl,--start-lib"};
  for (const fs::path& each : std::span(objects).first(objects.size() - 1)) command.push_back(each.string());
  command.emplace_back("-Wl,--end-lib");
  command.insert(command.end(), request.build.link_flags.begin(), request.build.link_flags.end());
  command.emplace_back("-lpthread");
  if (const auto linked = run_tool(command, request); !linked) return std::unexpected(linked.error());
  return program;
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

Expected<std::vector<FileCoverage>> measure_coverage(const CoverageRequest& request) {
  if (const auto made = make_folder(request.work_dir); !made) return std::unexpected(made.error());
  const auto objects = compile_all(request);
  if (!objects) return std::unexpected(objects.error());
  const auto program = link(*objects, request);
  if (!program) return std::unexpected(program.error());
  TestRun run;
  run.binary = *program;
  run.scratch = request.work_dir / "run";
  run.interrupted = request.interrupted;
  if (const auto ran = run_suite(run); !ran) return std::unexpected(ran.error());
  const std::string merged = (request.work_dir / "suite.profdata").string();
  // Where the runtime of clang's coverage writes if nobody says otherwise.
  const auto profile = run_tool(
      {"llvm-profdata-19", "merge", "-sparse", (run.scratch / "default.profraw").string(), "-o", merged}, request);
  if (!profile) return std::unexpected(profile.error());
  std::vector<std::string> shown{program->string(), "-instr-profile=" + merged};
  std::vector<std::string> command{"llvm-cov-19", "export", "-summary-only"};
  command.insert(command.end(), shown.begin(), shown.end());
  command.insert(command.end(), request.files.begin(), request.files.end());
  const auto summary = run_tool(command, request);
  if (!summary) return std::unexpected(summary.error());
  command = {"llvm-cov-19", "show", "-format=html", "-show-branches=count",
             "-output-dir=" + (request.work_dir / "html").string()};
  command.insert(command.end(), shown.begin(), shown.end());
  command.insert(command.end(), request.files.begin(), request.files.end());
  if (const auto pages = run_tool(command, request); !pages) return std::unexpected(pages.error());
  std::error_code error;
  fs::remove_all(request.html, error);
  fs::copy(request.work_dir / "html", request.html, fs::copy_options::recursive, error);
  if (error) return usage_error(fmt::format("{}: cannot be written: {}", request.html.string(), error.message()));
  return summary_from(*summary);
}

}  // namespace reenact
