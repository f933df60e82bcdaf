#include "explore/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "build/flags.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

Expected<void> compile(const TestSource& source, const std::vector<std::string>& flags, const fs::path& object,
                       const ToolRun& run) {
  std::vector<std::string> command{source.is_c ? "clang-19" : "clang++-19"};
  command.insert(command.end(), source.flags.begin(), source.flags.end());
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-w", "-Wno-error", "-c", source.file.string(), "-o", object.string()});
  auto ended = run_tool(command, run);
  for (int round = 0; round < 3 && !ended && drop_unknown_options(command, ended.error().message); ++round)
    ended = run_tool(command, run);
  if (!ended) return std::unexpected(ended.error());
  return {};
}

}  // namespace

Expected<std::string> run_tool(const std::vector<std::string>& command, const ToolRun& run) {
  ProcessOptions options;
  options.directory = run.work_dir;
  options.interrupted = run.interrupted;
  options.output_limit = 64u << 20;
  options.environment = run.environment;
  options.environment.push_back("TMPDIR=" + run.work_dir.string());
  std::vector<fs::path> readable = paths_in(command);
  readable.insert(readable.end(), run.readable.begin(), run.readable.end());
  auto result = run_contained(tools_confinement(run.work_dir, std::move(readable)), command, options);
  if (!result) return std::unexpected(result.error());
  if (result->exit_status != 0)
    return subject_error(fmt::format("{}: {} says\n{}", run.what, command.front(), result->err.substr(0, 2000)));
  return std::move(result->out);
}

Expected<std::vector<fs::path>> compile_all(const std::vector<TestSource>& sources,
                                            const std::vector<std::string>& flags, const ToolRun& run, unsigned jobs) {
  std::vector<fs::path> objects;
  for (std::size_t i = 0; i < sources.size(); ++i) objects.push_back(run.work_dir / fmt::format("unit-{}.o", i));
  std::mutex telling;
  std::optional<Error> failed;
  in_parallel(sources.size(), jobs, [&](std::size_t i) {
    if (const auto done = compile(sources[i], flags, objects[i], run); !done) {
      const std::lock_guard lock(telling);
      failed = done.error();
    }
  });
  if (failed) return std::unexpected(*failed);
  return objects;
}

Expected<void> link_suite(std::span<const fs::path> objects, const std::vector<std::string>& flags,
                          const TestBuild& build, const fs::path& program, const ToolRun& run) {
  std::vector<std::string> command{"clang++-19", "-fuse-ld=lld", "-o", program.string()};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {objects.front().string(), "-lgtest_main", "-lgtest", "-Wl,--start-lib"});
  for (const fs::path& each : objects.subspan(1)) command.push_back(each.string());
  command.emplace_back("-Wl,--end-lib");
  command.insert(command.end(), build.link_flags.begin(), build.link_flags.end());
  command.emplace_back("-lpthread");
  if (const auto linked = run_tool(command, run); !linked) return std::unexpected(linked.error());
  return {};
}

}  // namespace reenact
